# The front door. CMake presets do the work; `make` alone lists what there is.

JOBS ?= $(shell nproc)
DATA ?= data
PORT ?= 8000

.PHONY: help run test wider lint asan tsan torture bench clean

help:
	@echo 'make run      build the server and serve with data in ./$(DATA) on port $(PORT)'
	@echo 'make test     build and run every test (one configuration)'
	@echo 'make wider    clients from package indexes, which make test does not run'
	@echo 'make lint     formatting of every file, clang-tidy over the files of the last 30 commits'
	@echo 'make asan     every test under AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make tsan     every test under ThreadSanitizer'
	@echo 'make torture  the long forms: 200 kills, fuzzing, many property seeds, every configuration'
	@echo 'make bench    the benchmarks'
	@echo 'make clean    remove what was built (never ./$(DATA))'

run:
	@scripts/setup run
	@scripts/build release stator
	@exec build/release/bin/stator serve --data '$(DATA)' --port '$(PORT)' $(ARGS)

test:
	@scripts/setup run test
	@scripts/build dev
	@ctest --preset dev -j $(JOBS)

wider:
	@scripts/setup run test
	@scripts/build dev stator
	@scripts/wider

lint:
	@scripts/setup run test lint
	@scripts/lint

asan tsan:
	@scripts/setup run test sanitize
	@scripts/build $@
	@scripts/sanitized $@ -j $(JOBS)

torture:
	@scripts/setup run test lint sanitize
	@scripts/torture

bench:
	@scripts/setup run bench
	@scripts/build bench
	@bench/run build/bench $(ARGS)

clean:
	@rm -rf build
