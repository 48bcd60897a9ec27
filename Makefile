# Every target works by itself on a fresh machine: it installs what is missing first.
SHELL := /bin/bash
SWIFT ?= swift
PREFIX ?= /usr/local

.PHONY: demo test examples docs lint conformance conformance-quick torture faults bench fuzz build clean manuals install uninstall setup wheel test-python

demo: build
	@Scripts/demo

# The release build of the program.
build:
	@Scripts/setup build
	SWIFT=$(SWIFT) Scripts/build-release

.PHONY: library test-c

# The library for C as it is installed, in .build/shipped/library: header, library, pkg-config file.
library:
	@Scripts/setup build
	SWIFT=$(SWIFT) Scripts/build-library

# A program that calls each function of the header, as it is, with sanitizers and under valgrind.
test-c: library
	@Scripts/setup all
	@$(MAKE) --no-print-directory -C Examples/C check

# AUXDEPTH_PROGRAM=path for tests of another program than the debug build of it, as .build/shipped/release/auxdepth.
test: build-tests
	@Scripts/setup all
	$(SWIFT) test --skip-build --disable-xctest

.PHONY: build-tests
build-tests:
	@Scripts/setup build
	$(SWIFT) build --build-tests

# The library from outside, as its users have it.
examples:
	@Scripts/setup build
	@Scripts/test-examples

# The pages of the public modules, in .build/docs; warnings are errors, and so are dead links of other documents.
docs:
	@Scripts/setup build
	@Scripts/check-links
	@Scripts/docs

.PHONY: site test-docs check-links

# README.md, docs, Specs, the pages of rules, conventions and options, and those of the public modules as a site, in .build/site.
# BASE=/path where it will be below one.
site: build docs
	@Scripts/setup all
	@Scripts/site $(if $(BASE),--base $(BASE))

# What README.md and docs show is run: commands, Python and C.
test-docs: build library
	@Scripts/setup all
	@Scripts/test-docs

check-links:
	@Scripts/setup build
	@Scripts/check-links

# Warnings are errors in the manifest already; this checks the form, and that each target declares what it imports.
lint:
	@SWIFT=$(SWIFT) Scripts/check-imports
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks Fuzz \
	  Examples/Library/Package.swift Examples/Library/Sources Examples/Library/Tests

conformance: build
	@Scripts/setup all
	@Conformance/run

# Each value of each axis once.
conformance-quick: build
	@Scripts/setup all
	@Conformance/run --quick

# What the rules find in real photos, beside what is recorded. CORPUS names one more folder of them.
.PHONY: ecosystem
ecosystem: build
	@Conformance/ecosystem $(if $(CORPUS),--corpus $(CORPUS))

# Gain maps of every form in every container and orientation, as other programs read them. QUICK=1 for two orientations.
.PHONY: gain-maps
gain-maps: build
	@Scripts/setup all
	@Conformance/gainmaps $(if $(QUICK),--quick)

# What edits of photos with gain maps look like in HDR, by Chromium, libultrahdr and formulas. QUICK=1 for a part.
.PHONY: gain-map-edits
gain-map-edits: build
	@Scripts/setup all
	@Scripts/setup page
	@Conformance/gainmap-edits $(if $(QUICK),--quick)

# Private data that edits leave: a mark in each place of a photo, after each edit. QUICK=1 for a part.
.PHONY: privacy
privacy: build
	@Scripts/setup all
	@Conformance/privacy $(if $(QUICK),--quick)

# Hostile files, and what they may cost. QUICK=1 for the smallest and the largest of each, ONLY=name for some of them.
torture: build
	@Torture/run --jobs $$(nproc) $(if $(QUICK),--quick) $(if $(ONLY),--only $(ONLY))
	@$(if $(ONLY)$(QUICK),:,Torture/pixels)
	@$(if $(ONLY),:,Scripts/setup all)
	@$(if $(ONLY),:,Torture/flips $(if $(QUICK),--quick))

# Every command, C and Python without each library in turn, and with little memory, few files and processes, and no /proc.
.PHONY: test-lacking
test-lacking: build library
	@Scripts/setup all
	@Scripts/test-lacking

# Faults of the machine, six minutes; QUICK=1 for a few runs of each check, in less than one, ONLY=names,links for some.
faults: build
	@Torture/faults $(if $(QUICK),--brief) $(if $(ONLY),--only $(ONLY))

# Writes Benchmarks/RESULTS.md; QUICK=1 for the cheap rows in a minute, which names what fell behind and writes nothing.
bench: build
	@Scripts/setup all
	@Benchmarks/run $(if $(QUICK),--quick,--record)

# FUZZ_SECONDS=300 for more time, QUICK=1 for a few seconds each, TARGETS="jpeg edit" for some of the parsers.
fuzz:
	@Scripts/setup build
	@Fuzz/run $(TARGETS) $(if $(FUZZ_SECONDS),--seconds $(FUZZ_SECONDS)) $(if $(QUICK),--quick)

# The wheel of the Python package with all codecs, in .build/wheel/dist; it passes its tests in an environment of its own.
wheel: build library
	@Scripts/setup all
	@Scripts/build-wheel
	@Scripts/test-python --wheel

# The Python package over the library of this tree: types and tests.
test-python: library
	@Scripts/setup all
	@Scripts/test-python

# The page of `auxdepth view` in Debian's headless Chromium; says that it is skipped where Chromium is missing. QUICK=1 for a selection.
.PHONY: test-page
test-page: build
	@Scripts/setup page
	@Scripts/test-page $(if $(QUICK),-k "$$(cat Tests/Page/quick.txt)")

# The manual pages and the completions of shells, in .build/shipped/share.
manuals: build
	@SWIFT=$(SWIFT) Scripts/manuals

# Below $(DESTDIR)$(PREFIX); Scripts/install has the list of the files.
install: library manuals
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install

# Removes exactly what install makes.
uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Scripts/install remove

# Packages of Debian, and a folder that works anywhere as an archive, in .build/dist.
.PHONY: deb dist check-packages test-packages
deb: build library manuals
	@Scripts/setup packages
	@Scripts/build-deb

dist: build library manuals
	@Packaging/test-install
	@Scripts/build-dist

# Whether what packages say is what the sources say: needs nothing that is built.
check-packages:
	@Packaging/check

# Each in a Debian 12 of its own: needs root, and a network for what it has not fetched yet, and is skipped otherwise.
test-packages: deb dist
	@Scripts/build-wheel
	@Packaging/check --built
	@Packaging/test-deb
	@Packaging/test-tarball
	@Packaging/test-wheel

# What Packaging has for pipelines, over a delivery of 200 photos with faults.
.PHONY: test-pipelines
test-pipelines: build
	@Scripts/setup all
	@Scripts/setup pipelines
	@Scripts/test-pipelines

# auxdepth.spark in Spark, with two workers. It fetches 460 MB the first time, and is no part of .ci/run.
.PHONY: spark
spark: build library
	@Scripts/setup spark
	@cd Python && PYTHONPATH=src AUXDEPTH=$(CURDIR)/.build/shipped/release/auxdepth \
	  AUXDEPTH_LIBRARY=$(CURDIR)/.build/shipped/library/lib/libauxdepth.so.0 \
	  ../.venv-spark/bin/python3 -m pytest -q -p no:cacheprovider tests/test_spark.py

setup:
	@Scripts/setup all

clean:
	rm -rf .build .build-fuzz demo-output
