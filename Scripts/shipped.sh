# What Scripts/build-release and Scripts/build-library have in common; sourced by both, from the top of the repository.
#
# Both build in .build/shipped with the same flags for the compiler: what one compiled the other does not compile again.
# SYMBOLS=1 leaves the names of functions in, for profilers and debuggers.
swift=${SWIFT:-swift}
shipped=.build/shipped
place=$shipped/release
strip=(-s)
if [[ -n ${SYMBOLS:-} ]]; then strip=(); fi

# Where the linker looks first, and finds that of C++ as an archive alone.
archives=$PWD/$shipped/archives
mkdir -p "$archives"
ln -sf "$("${CXX:-c++}" -print-file-name=libstdc++.a)" "$archives/"

# Tables of addresses are filled when a file is loaded, and read-only from then on.
hardened=(-z relro -z now)

# shipped_check FILE ...: ends with an error where one of the files was not linked so.
shipped_check() {
  local file headers
  for file in "$@"; do
    headers=$(readelf -Wld "$file")
    if [[ $headers != *GNU_RELRO* || $headers != *BIND_NOW* ]]; then
      echo "$file has tables of addresses that can be written: it is linked without -z relro -z now" >&2
      return 1
    fi
  done
}

# shipped_build PRODUCT [FLAG OF THE LINKER ...]: builds a product with the runtimes of Swift and C++ in it.
shipped_build() {
  local product=$1
  shift
  # SwiftPM takes the first for programs alone, and the second for libraries alone; the compiler has to get the same.
  "$swift" build -c release --scratch-path "$shipped" --product "$product" \
    --static-swift-stdlib -Xswiftc -static-stdlib -Xswiftc "-L$archives" \
    -Xlinker --gc-sections "${hardened[@]/#/-Xlinker=}" "${strip[@]/#/-Xlinker=}" "${@/#/-Xlinker=}"
}

# shipped_worker: builds the program that decodes for the others, in the folder of the program.
shipped_worker() {
  shipped_build auxdepth-worker
  # It is C alone and starts with every photo: SwiftPM would leave the runtime of Swift in it, which nothing there calls.
  "${CXX:-c++}" -o "$place/auxdepth-worker" "${strip[@]}" -Wl,--gc-sections "${hardened[@]/#/-Wl,}" -static-libstdc++ -static-libgcc \
    $(find "$place/CAuxShims.build" "$place/auxdepth_worker.build" -name '*.o') -lz -ldl
}

# shipped_codecs: builds the codec programs, in the folder of the program, after SwiftPM, which would link Swift's runtime.
shipped_codecs() {
  make -B --no-print-directory -C Sources/codecs OUT="$PWD/$place" ${SYMBOLS:+STRIP=}
}

# shipped_module PRODUCT: builds a shared object, in the folder of the program.
shipped_module() {
  # It is C++ alone, and takes the runtime of C++ that its library takes. SwiftPM links it as it links Swift: of archives of
  # Swift's runtime nothing is taken where the object that registers types is left out.
  "$swift" build -c release --scratch-path "$shipped" --product "$1" \
    -Xswiftc -static-stdlib -Xswiftc -nostartfiles -Xlinker --gc-sections "${hardened[@]/#/-Xlinker=}" "${strip[@]/#/-Xlinker=}" \
    -Xlinker -z -Xlinker defs -Xlinker --as-needed
}

# shipped_modules: builds the shared objects that Exiv2 and OpenEXR's C++ are behind.
shipped_modules() {
  shipped_module auxdepth-xmp
  shipped_module auxdepth-exr
}
