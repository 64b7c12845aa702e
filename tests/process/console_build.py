#!/usr/bin/env python3
"""The build of the console: npm and the bundler run when they must, and a build without them goes on.

Each test builds a small program with cmake/StatorConsole.cmake. Its npm and node are scripts that write what the tests
say and count their calls.
"""

import gzip
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS_MAX = 120

PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_library(stator_options INTERFACE)
target_compile_features(stator_options INTERFACE cxx_std_20)
target_compile_options(stator_options INTERFACE -Wall -Wextra -Wpedantic -Werror)
target_include_directories(stator_options INTERFACE {ROOT}/src)
include({ROOT}/cmake/StatorEmbed.cmake)
include({ROOT}/cmake/StatorConsole.cmake)
add_executable(small main.cc)
target_link_libraries(small PRIVATE stator_options stator_console)
"""

# Prints each embedded file as a line: its name and its bytes in hexadecimal.
MAIN = r"""
#include <cstdio>

#include "server/console_files.h"

int main() {
  for (const auto& file : stator::server::ConsoleFiles()) {
    std::printf("%s ", file.name.data());
    for (const unsigned char byte : file.text) std::printf("%02x", byte);
    std::printf("\n");
  }
}
"""

# The fakes write one line a call to $HERE/calls. FAKE_NPM holds what npm prints and its status.
NPM = """#!/bin/sh
echo "npm $*" >> "{here}/calls"
if [ -s "{here}/npm_fails" ]; then cat "{here}/npm_fails"; exit 1; fi
rm -rf node_modules && mkdir node_modules
"""
NODE = """#!/bin/sh
if [ "$1" = --version ]; then cat "{here}/node_version"; exit 0; fi
echo "node $1" >> "{here}/calls"
if [ ! -d node_modules ]; then echo "no packages"; exit 1; fi
if grep -q broken src/app.ts; then echo "app.ts is broken"; exit 1; fi
mkdir -p "$2/assets" && cp src/app.ts "$2/assets/app-ABCDEFGH.js" && cp index.html "$2/index.html"
"""
NETWORK_ERROR = "npm ERR! code EAI_AGAIN\nnpm ERR! syscall getaddrinfo\n"


class Small:
    """A project with a console, whose npm and node are fakes."""

    def __init__(self, here):
        self.here = here
        self.calls_seen = 0
        self.write("CMakeLists.txt", PROJECT)
        self.write("main.cc", MAIN)
        self.write("console/package.json", "{}")
        self.write("console/package-lock.json", "{}")
        self.write("console/index.html", "<!doctype html>")
        self.write("console/src/app.ts", "1")
        self.write("node_version", "v18.20.4\n")
        self.write("calls", "")
        self.program("npm", NPM)
        self.program("node", NODE)

    def write(self, name, text):
        path = self.here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def program(self, name, text):
        self.write(f"bin/{name}", text.format(here=self.here))
        (self.here / "bin" / name).chmod(stat.S_IRWXU)

    def configure(self, *options):
        return self.run("cmake", "-G", "Ninja", "-S", self.here, "-B", self.here / "build", "-DCMAKE_BUILD_TYPE=Debug",
                        f"-DSTATOR_NODE={self.here}/bin/node", f"-DSTATOR_NPM={self.here}/bin/npm", *options)

    def build(self):
        return self.run("cmake", "--build", self.here / "build")

    def run(self, *command):
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS_MAX)

    def calls(self):
        """The calls since the last look."""
        lines = (self.here / "calls").read_text().splitlines()
        new, self.calls_seen = lines[self.calls_seen:], len(lines)
        return new

    def embedded(self):
        """The files in the program, by name."""
        lines = self.run(self.here / "build" / "small").stdout.splitlines()
        return {name: gzip.decompress(bytes.fromhex(text)).decode() for name, text in (line.split() for line in lines)}


NPM_CALL = "npm ci --ignore-scripts"
FILES = {"assets/app-ABCDEFGH.js": "1", "index.html": "<!doctype html>"}


class ConsoleBuildTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="stator console ")
        self.small = Small(pathlib.Path(self.temporary.name))

    def tearDown(self):
        self.temporary.cleanup()

    def built(self):
        run = self.small.build()
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def configured(self, *options):
        run = self.small.configure(*options)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def called(self):
        """The programs that were called since the last look."""
        return [call.split()[0] for call in self.small.calls()]

    def refused(self, *says):
        run = self.small.build()
        self.assertNotEqual(run.returncode, 0)
        for text in says:
            self.assertIn(text, run.stdout + run.stderr)

    def test_files_are_embedded_and_built_only_when_they_change(self):
        self.configured()
        self.built()
        calls = self.small.calls()
        self.assertEqual(len(calls), 2, calls)
        self.assertTrue(calls[0].startswith(NPM_CALL), calls)
        self.assertEqual(self.small.embedded(), FILES)
        self.assertIn("no work to do", self.built())
        self.small.write("console/src/app.ts", "2")
        self.built()
        self.assertEqual(self.called(), ["node"])
        self.assertEqual(self.small.embedded()["assets/app-ABCDEFGH.js"], "2")
        self.small.write("console/src/more.ts", "new")
        self.assertNotIn("Linking", self.built(), "the same files need no new program")
        self.assertEqual(self.called(), ["node"])
        self.small.write("console/package-lock.json", '{"new": 1}')
        self.built()
        self.assertEqual(self.called(), ["npm", "node"])
        self.assertIn("no work to do", self.built())

    def test_a_second_build_folder_needs_no_npm(self):
        self.configured()
        self.built()
        self.small.calls()
        (self.small.here / "bin" / "npm").unlink()
        self.configured("-DCMAKE_BUILD_TYPE=Release")
        self.small.write("console/src/app.ts", "2")
        self.built()
        self.assertEqual(self.called(), ["node"])

    def left_out(self, reason):
        out = self.built()
        sentence = [line for line in out.splitlines() if "web console" in line]
        self.assertEqual(len(sentence), 1, out)
        self.assertIn(reason, sentence[0])
        self.assertEqual(self.small.embedded(), {})

    def test_without_npm_the_program_has_no_console(self):
        npm = self.small.here / "bin" / "npm"
        text = npm.read_text()
        npm.unlink()
        self.configured()
        self.left_out("because npm is not installed.")
        self.left_out("because npm is not installed.")  # every build says so
        self.small.write("bin/npm", text)
        npm.chmod(stat.S_IRWXU)
        self.built()
        self.assertEqual(self.small.embedded(), FILES)

    def test_without_a_network_the_program_has_no_console(self):
        self.small.write("npm_fails", NETWORK_ERROR)
        self.configured()
        self.left_out("because npm cannot fetch its packages (EAI_AGAIN;")
        self.small.write("npm_fails", "")
        self.built()
        self.assertEqual(self.small.embedded(), FILES)

    def test_without_a_recent_node_the_program_has_no_console(self):
        self.small.write("node_version", "v16.20.2\n")
        self.configured()
        self.left_out("because Node.js 16 is too old (it takes 18 or later).")
        (self.small.here / "bin" / "node").unlink()
        self.left_out("because Node.js is not installed.")

    def test_on_fails_instead(self):
        self.small.write("npm_fails", NETWORK_ERROR)
        self.configured("-DSTATOR_CONSOLE=ON")
        self.refused("The console cannot be built, because npm cannot fetch its packages (EAI_AGAIN;")
        self.small.write("npm_fails", "")
        self.built()
        self.assertEqual(self.small.embedded(), FILES)

    def test_off_calls_neither(self):
        self.configured("-DSTATOR_CONSOLE=OFF")
        self.built()
        self.assertEqual(self.called(), [])
        self.assertEqual(self.small.embedded(), {})
        self.assertIn("no work to do", self.built())
        self.configured("-DSTATOR_CONSOLE=AUTO")
        self.built()
        self.assertEqual(self.small.embedded(), FILES)
        self.configured("-DSTATOR_CONSOLE=OFF")
        self.built()
        self.assertEqual(self.small.embedded(), {})

    def test_faults_of_the_sources_fail_in_every_mode(self):
        self.small.write("console/src/app.ts", "broken")
        self.configured()
        self.refused("app.ts is broken")
        self.small.write("console/src/app.ts", "1")
        for code in ("EUSAGE", "EINTEGRITY"):
            self.small.write("npm_fails", f"npm error code {code}\n")
            self.small.write("console/package-lock.json", code)
            self.refused("npm ci failed", code)

    def test_other_modes_are_refused(self):
        run = self.small.configure("-DSTATOR_CONSOLE=maybe")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("it takes AUTO, ON or OFF", run.stderr)


if __name__ == "__main__":
    unittest.main()
