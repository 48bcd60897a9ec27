# What Scripts/build-release and Scripts/build-library have in common; sourced by both, from the top of the repository.
#
# Both build in .build/shipped with the same flags for the compiler: what one compiled the other does not compile again.
# SYMBOLS=1 leaves the names of functions in, for profilers and debuggers.
swift=${SWIFT:-swift}
shipped=.build/shipped
place=$shipped/release
strip=(-s)
if [[ -n ${SYMBOLS:-} ]]; then strip=(); fi
compiler=${CXX:-c++}

# Where the linker looks first, and finds that of C++ as an archive alone.
archives=$PWD/$shipped/archives
mkdir -p "$archives"
ln -sf "$("$compiler" -print-file-name=libstdc++.a)" "$archives/"

# shipped_build PRODUCT [FLAG OF THE LINKER ...]: builds a product with the runtimes of Swift and C++ in it.
shipped_build() {
  local product=$1
  shift
  # SwiftPM takes the first for programs alone, and the second for libraries alone; the compiler has to get the same.
  AUXDEPTH_SHIPPED=1 "$swift" build -c release --scratch-path "$shipped" --product "$product" \
    --static-swift-stdlib -Xswiftc -static-stdlib -Xswiftc "-L$archives" \
    -Xlinker --gc-sections "${strip[@]/#/-Xlinker=}" "${@/#/-Xlinker=}"
}

# shipped_xmp FOLDER: builds the shared object that Exiv2 stands behind.
shipped_xmp() {
  # Of the shims it takes what fills in an error; only its one function is seen from outside.
  local flags=(-O2 -fPIC -fvisibility=hidden -ffunction-sections -ISources/CAuxShims/include -ISources/CAuxXMP/include)
  local exiv2
  read -ra exiv2 <<< "$(pkg-config --cflags --libs exiv2)"
  "${CC:-cc}" -std=gnu11 "${flags[@]}" -c Sources/CAuxShims/support.c -o "$archives/support.o"
  "$compiler" -std=c++17 "${flags[@]}" -shared "${strip[@]/#/-Wl,}" -Wl,--gc-sections -Wl,-Bsymbolic \
    -o "$1/libauxdepth-xmp.so" Sources/CAuxXMP/*.cpp "$archives/support.o" "${exiv2[@]}"
}
