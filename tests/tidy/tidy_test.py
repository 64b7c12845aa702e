#!/usr/bin/env python3
"""Each rule of tidy.py must be able to fail."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import tidy  # noqa: E402

CLEAN = {
    "src/CMakeLists.txt": "add_subdirectory(base)\nadd_subdirectory(item)\n",
    "src/base/CMakeLists.txt": "stator_module(NAME base\n  SOURCES a.cc\n  DEPS\n  LIBS x)\n",
    "src/item/CMakeLists.txt": "stator_module(NAME item\n  SOURCES b.cc\n  DEPS base)\n",
    "src/base/a.h": "#pragma once\n",
    "src/item/b.cc": '#include "base/a.h"\n',
    "src/api/operations.inc": "OPERATION(DynamoDB, PutItem, kWrite, kWrite)\n",
    "tests/wire/PutItem/x.wire": "# Why.\n",
    "README.md": "[here](src/base/a.h)\n",
    "docs/facts/README.md": "[values](values.md#2.1)\n\n| [L] | recordings |\n",
    "docs/facts/values.md": '# 2 Values <a id="2"></a>\n\n## 2.1 Types <a id="2.1"></a> <a id="f-1a"></a>\n\n## C Limits <a id="C"></a>\n',
}

# A folder whose modules are its subdirectories.
HOUSE = {
    "src/CMakeLists.txt": "add_subdirectory(base)\nadd_subdirectory(item)\nadd_subdirectory(house)\n",
    "src/house/CMakeLists.txt": "add_subdirectory(low)\nadd_subdirectory(high)\n",
    "src/house/low/CMakeLists.txt": "stator_module(NAME house_low\n  SOURCES a.cc\n  DEPS base)\n",
    "src/house/high/CMakeLists.txt": "stator_module(NAME house_high\n  SOURCES b.cc\n  DEPS base house_low)\n",
    "src/house/low/a.h": '#include "base/a.h"\n',
    "src/house/high/b.h": '#include "house/low/a.h"\n#include "base/a.h"\n',
}


class TidyTest(unittest.TestCase):
    def findings(self, changes):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**CLEAN, **changes}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return "\n".join(tidy.findings_of(root, {}))

    def test_a_clean_tree_is_clean(self):
        self.assertEqual(self.findings({}), "")

    def test_each_rule_reports_its_fault(self):
        bad = {
            "layers": {"src/base/a.h": '#include "item/b.h"\n'},
            "layers: depends on item": {"src/base/CMakeLists.txt": "stator_module(NAME base\n  DEPS item)\n"},
            "a.h:1: layers: house/low/ includes from house/high/": {
                **HOUSE, "src/house/low/a.h": '#include "house/high/b.h"\n'},
            "b.h:1: layers: house/high/ includes from house/low/": {
                **HOUSE, "src/house/high/CMakeLists.txt": "stator_module(NAME house_high\n  DEPS base)\n"},
            "low/CMakeLists.txt:1: layers: depends on house_high, which is not below it": {
                **HOUSE, "src/house/low/CMakeLists.txt": "stator_module(NAME house_low\n  DEPS house_high)\n"},
            "layers: lies in no room of house/": {**HOUSE, "src/house/a.h": "#pragma once\n"},
            'layers: "house/a.h" lies in no room': {**HOUSE, "src/house/low/a.h": '#include "house/a.h"\n'},
            "confinement": {"src/item/b.cc": "#include <rocksdb/db.h>\n"},
            "confinement: <boost/describe.hpp>": {"src/client/b.cc": "#include <boost/describe.hpp>\n"},
            "confinement: <boost/mp11/list.hpp>": {"src/server/b.cc": "#include <boost/mp11/list.hpp>\n"},
            "confinement: <simdjson.h>": {"src/item/b.cc": "#include <simdjson.h>\n"},
            "nondeterminism": {"src/item/b.cc": "auto t = std::chrono::system_clock::now();\n"},
            "sleep": {"src/item/b_test.cc": "std::this_thread::sleep_for(1s);\n"},
            "file-length": {"src/item/b.cc": "\n" * 701},
            "function-length": {"src/item/b.cc": "void F() {\n" + "  x();\n" * 70 + "}\n"},
            "unfinished": {"src/item/b.cc": "// TO" "DO: later\n"},
            "names": {"src/item/b.cc": "class KeyManager {\n"},
            "names: key_utils.h": {"src/item/key_utils.h": "\n"},
            "debugging": {"src/item/b.cc": 'std::cerr << "here";\n'},
            "machine": {"docs/x.md": "see /ho" "me/me/x\n"},
            "nolint": {"src/item/b.cc": "int x;  // NOLINT\n"},
            "operations": {"src/api/operations.inc": "OPERATION(DynamoDB, GetItem, kPoint, kRead)\n"},
            "links": {"README.md": "[here](src/nowhere.h)\n"},
            "design-index": {"docs/design/0001-x.md": "x\n"},
            "b.cc:2: facts: facts 2.2": {"src/item/b.cc": "\n// Sizes (facts 2.1, 2.2).\n"},
            "b.cc:1: facts: facts 2.9": {"src/item/b.cc": "// Sizes (facts 2.1–2.9).\n"},
            "facts: findings 1b": {"bench/b.cc": "// The charge (findings 1b).\n"},
            "facts: facts-2 2.1": {"docs/x.md": "As facts-2 2.1 has it.\n"},
            "facts: facts D": {"tests/x.py": "# facts 2.1, D.1\n"},
            "facts: [Z]": {"tests/wire/PutItem/x.wire": "# Why.\n# learned-from: facts 2.1 [L][Z]\n"},
            "facts: 2 is an anchor": {"docs/facts/keys.md": '<a id="2"></a>\n'},
            "keys.md:1: facts: is not listed": {"docs/facts/keys.md": "x\n"},
            "facts: facts/values.md#2.9": {"docs/x.md": "[here](facts/values.md#2.9)\n"},
            'x.wire:2: learned-from: "hearsay"': {"tests/wire/PutItem/x.wire": "# Why.\n# learned-from: facts 2.1; hearsay\n"},
            'b.cc:1: clause: "What is kept': {"src/item/b.cc": "// What is kept goes first.\n"},
            "b.py:2: clause": {"tests/b.py": "x = 1\n# Of these, one.\n"},
            "b.cc:1: sentence: 31 words": {"src/item/b.cc": "// The" + " word" * 30 + ".\n"},
            "README.md:3: sentence: 31 words": {"README.md": "# A\n\nThe" + " word" * 15 + "\nand" + " word" * 14 + ".\n"},
            "README.md:1: markdown: 106 columns": {"README.md": "words" + " of a line" * 9 + " that wraps\n"},
            'learned-from: "facts 2.1 more"': {"tests/wire/PutItem/x.wire": "# Why.\n# learned-from: facts 2.1 more\n"},
            'learned-from: "docs/nowhere.md"': {"tests/wire/PutItem/x.wire": "# Why.\n# learned-from: docs/nowhere.md\n"},
            "learned-from: names no source": {"tests/wire/PutItem/x.wire": "# Why.\n# learned-from: not known: the text\n"},
        }
        for check, changes in bad.items():
            with self.subTest(check):
                self.assertIn(check, self.findings(changes))

    def test_allowed_texts_give_no_finding(self):
        fine = {
            "src/base/a.h": "auto t = std::chrono::system_clock::now();\n",
            "src/item/b.cc": "// TO" "DO(#12): later\nint x;  // NOLINT(google-runtime-int): a wire type\n"
                             "void F() {\n" + "  x();\n" * 60 + "}\nvoid G() {\n" + "  x();\n" * 60 + "}\n",
            "docs/x.md": "```\n[not](a/link)\n```\n[web](https://example.com) [2.1](facts/values.md#2.1)\n",
            "src/item/c.cc": "// Counts" + " words" * 29 + ". What follows is another sentence.\nint x;  // What it holds\n"
                             "//\n// - one" + " word" * 28 + "\n// - two" + " word" * 28 + "\n",
            "docs/y.md": "| " + "a long row " * 12 + "|\n```\n" + "code " * 30 + "\n```\n`" + "x" * 120 + "`\n"
                         "- 50. The" + " word" * 14 + "\n  and" + " word" * 13 + ".\n",
            "bench/b.cc": "// Facts 2 and 2.1, step 3 [L] (fidelity findings 1a), appendix C of these facts.\n",
            "tests/wire/PutItem/x.wire": "# Why.\n# learned-from: facts 2.1 steps 3–4 [L], appendix C: types; fidelity findings 1a; "
                                         'DynamoDB Developer Guide, "Items"; src/item/b.cc: its table; ours; not known: the text\n',
        }
        self.assertEqual(self.findings(fine), "")
        self.assertEqual(self.findings(HOUSE), "")

    def test_a_long_subject_of_a_commit_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in (["init", "-q"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "a: " + "b" * 70]):
                subprocess.run(["git", *command], cwd=folder, check=True)
            self.assertIn("subject: 73 columns", "\n".join(tidy.findings_of(pathlib.Path(folder), {})))

    def test_an_unused_exception_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("no longer needed", "\n".join(tidy.findings_of(pathlib.Path(folder), {("names", "a.cc"): 3})))


if __name__ == "__main__":
    unittest.main()
