#!/usr/bin/env python3
"""The wire runner must be able to fail: its comparison, its parser, and its rewriting of scripts."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import runner  # noqa: E402
from matching import differences  # noqa: E402
from script import ScriptError, parse  # noqa: E402

OPENING = "# A reason.\n# learned-from: nowhere\n"


class MatchingTest(unittest.TestCase):
    def same(self, expected, actual, variables=None):
        self.assertEqual(differences(expected, actual, {} if variables is None else variables), [])

    def differ(self, expected, actual):
        self.assertNotEqual(differences(expected, actual, {}), [])

    def test_numbers_compare_as_decimals(self):
        self.same({"CapacityUnits": 1}, {"CapacityUnits": 1.0})
        self.differ({"CapacityUnits": 1}, {"CapacityUnits": 1.5})
        self.differ({"CapacityUnits": 1}, {"CapacityUnits": True})

    def test_number_strings_compare_as_text(self):
        self.differ({"N": "1"}, {"N": "1.0"})

    def test_sets_are_unordered_and_lists_ordered(self):
        self.same({"SS": ["a", "b"]}, {"SS": ["b", "a"]})
        self.differ({"SS": ["a", "b"]}, {"SS": ["a", "b", "b"]})
        self.differ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]})

    def test_members_missing_and_unexpected(self):
        self.differ({"a": 1}, {})
        self.differ({}, {"a": 1})
        self.same({"...": ""}, {"a": 1})
        self.same({"a": "<absent>", "...": ""}, {"b": 1})
        self.differ({"a": "<absent>", "...": ""}, {"a": 1})

    def test_patterns(self):
        self.same("<uuid>", "6f9619ff-8b86-4011-b42d-00c04fc964ff")
        self.differ("<uuid>", "6f9619ff-8b86-d011-b42d-00c04fc964ff")
        self.same("<matches a+>", "aaa")
        self.differ("<matches a+>", "aab")
        self.differ({"x": "<any>"}, {})
        variables = {}
        self.same("<capture ARN>", "arn:x", variables)
        self.assertEqual(variables, {"ARN": "arn:x"})


class ScriptTest(unittest.TestCase):
    def parsed(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.wire"
            path.write_text(text)
            return parse(path)

    def test_reads_requests_headers_and_expectations(self):
        script = self.parsed(OPENING + 'let X repeat "ab" 3\n\n> Put\nAccept: x\n{"a": "$X"}\n< 400 Bad\nServer: y\n{}\n')
        exchange = script.exchanges[0]
        self.assertEqual(exchange.body_bytes(script.variables), b'{"a": "ababab"}')
        self.assertEqual(exchange.request_headers, [("Accept", "x")])
        self.assertEqual((exchange.status, exchange.error), (400, "Bad"))
        self.assertEqual(exchange.response_headers, [("Server", "y")])

    def test_series(self):
        script = self.parsed(OPENING + 'let X series "a%d" 1 3 ", "\n> Get\nraw "$X"\n< 200\n{}\n')
        self.assertEqual(script.exchanges[0].body_bytes(script.variables), b"a1, a2, a3")

    def test_turns_the_clock(self):
        script = self.parsed(OPENING + 'clock advance 3d\nclock freeze\n> Get\n{}\n< 200\n{}\n')
        self.assertEqual([exchange.turns for exchange in script.exchanges], [{"advance": "3d"}, {"frozen": True}, None])
        with self.assertRaises(ScriptError):
            self.parsed(OPENING + 'clock back 3d\n> Get\n{}\n< 200\n{}\n')

    def test_refuses_scripts_without_reason_or_source(self):
        for text in ("> Get\n{}\n< 200\n", "# Why.\n> Get\n{}\n< 200\n", OPENING):
            with self.assertRaises(ScriptError):
                self.parsed(text)

    def test_refuses_mistyped_json(self):
        with self.assertRaises(ScriptError):
            self.parsed(OPENING + "> Get\n{\n< 200\n{}\n")


class RunTest(unittest.TestCase):
    GOOD = OPENING + (
        'table Music hash Artist:S\n\n'
        '> PutItem\n{"TableName": "Music", "Item": {"Artist": {"S": "A"}, "Tags": {"SS": ["x", "y"]}}}\n< 200\n{}\n\n'
        '> GetItem\n{"TableName": "Music", "Key": {"Artist": {"S": "A"}}}\n< 200\n'
        '{"Item": {"Artist": {"S": "A"}, "Tags": {"SS": ["y", "x"]}}}\n\n'
        '> GetItem\n{"TableName": "Nope", "Key": {"Artist": {"S": "A"}}}\n'
        '< 400 ResourceNotFoundException\n{"message": "Requested resource not found"}\n')

    def run_text(self, text, arguments=(), update=False):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.wire"
            path.write_text(text)
            options = type("Options", (), dict(server=str(HERE / "fake_server.py"), scripts=[str(path)], update=update))
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                status = runner.run_all(options, {"name": "fake", "arguments": list(arguments)})
            return status, output.getvalue(), path.read_text()

    def test_passes_and_deletes_its_tables(self):
        status, output, _ = self.run_text(self.GOOD)
        self.assertEqual(status, 0, output)

    def test_fails_on_a_wrong_body_status_and_type(self):
        for wrong, said in (('["y", "x"]', '["y"]'), ("< 200", "< 201"), ("ResourceNotFound", "ResourceGone")):
            status, output, _ = self.run_text(self.GOOD.replace(wrong, said))
            self.assertEqual(status, 1, output)
            self.assertIn("x.wire:", output)

    def test_fails_on_a_wrong_checksum(self):
        status, output, _ = self.run_text(self.GOOD, ["--wrong-crc"])
        self.assertEqual(status, 1)
        self.assertIn("crc32", output)

    def test_update_writes_the_answers(self):
        status, _, text = self.run_text(self.GOOD.replace('["y", "x"]', '["z"]'), update=True)
        self.assertEqual(status, 0)
        self.assertEqual(self.run_text(text)[0], 0)


if __name__ == "__main__":
    unittest.main()
