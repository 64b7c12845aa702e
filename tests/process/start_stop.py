#!/usr/bin/env python3
"""The server as a process: how it starts, refuses to start, stops, and what it takes up when idle.

Times and sizes are printed for the record. What is asserted is generous, because a busy machine or a sanitizer is slower.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
SANITIZED = bool(os.environ.get("STATOR_SANITIZED"))
START_SECONDS_SANE = 10
IDLE_BYTES_SANE = 60 * 1024 * 1024
STARTS = 20
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}


def refusal(*arguments):
    """(status, what it wrote to standard error) of a server that must not start."""
    run = subprocess.run([BINARY, "serve", *arguments], capture_output=True, text=True, timeout=60)
    return run.returncode, run.stderr.strip()


def first_answer_seconds(arguments):
    began = time.monotonic()
    server = StatorServer(BINARY, arguments).start()
    connection = Connection(server.port)
    status, _ = connection.call("ListTables", {})
    seconds = time.monotonic() - began
    connection.close()
    return server, status, seconds


class StartTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name

    def tearDown(self):
        self.temporary.cleanup()

    def refused(self, *arguments, says):
        status, text = refusal(*arguments)
        self.assertGreater(status, 0, text)
        self.assertEqual(len(text.split("\n")), 1, f"one sentence, not:\n{text}")
        for word in says:
            self.assertIn(word, text)

    def test_a_busy_port(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            self.refused("--memory", "--port", port, says=[port])

    def test_a_second_server_on_the_same_folder(self):
        with StatorServer(BINARY, ["--data", self.folder]):
            self.refused("--port", "0", "--data", self.folder, says=[self.folder])
        with StatorServer(BINARY, ["--data", self.folder]):
            pass  # free again

    def test_a_folder_of_somebody_else(self):
        pathlib.Path(self.folder, "letters.txt").write_text("mine")
        self.refused("--port", "0", "--data", self.folder, says=[self.folder])
        self.assertEqual(os.listdir(self.folder), ["letters.txt"])

    def test_a_folder_that_cannot_be_one(self):
        path = pathlib.Path(self.folder, "file")
        path.write_text("x")
        self.refused("--port", "0", "--data", str(path), says=[str(path)])
        self.refused("--port", "0", "--data", str(path / "below"), says=[str(path)])

    def test_a_newer_format(self):
        data = os.path.join(self.folder, "data")
        with StatorServer(BINARY, ["--data", data]):
            pass
        mark = pathlib.Path(data, "STATOR")
        mark.write_text(mark.read_text().replace(" 1", " 9999"))
        self.refused("--port", "0", "--data", data, says=["9999"])

    def test_wrong_flags(self):
        for arguments in (["--no-such-flag"], ["--port", "many"], ["--port", "65536"], ["--account", "12"]):
            status, text = refusal("--memory", *arguments)
            self.assertGreater(status, 0)
            self.assertTrue(text)

    def test_memory_wins_over_data(self):
        data = os.path.join(self.folder, "data")
        with StatorServer(BINARY, ["--memory", "--data", data]):
            self.assertFalse(os.path.exists(data))


class StopTest(unittest.TestCase):
    def test_a_stop_right_after_the_start_is_clean(self):
        statuses = [StatorServer(BINARY).start().stop() for _ in range(STARTS)]
        self.assertEqual(statuses, [0] * STARTS)

    def test_a_stop_finishes_what_is_in_flight(self):
        """Whatever was answered before the connection closed is on disk."""
        with tempfile.TemporaryDirectory() as folder:
            server = StatorServer(BINARY, ["--data", folder]).start()
            connection = Connection(server.port)
            connection.call("CreateTable", TABLE)
            answered = 0
            while answered < 50:
                status, _ = connection.call("PutItem", {"TableName": "Music", "Item": {"pk": {"S": str(answered)}}})
                self.assertEqual(status, 200)
                answered += 1
            connection.close()
            self.assertEqual(server.stop(), 0)
            server.start()
            connection = Connection(server.port)
            _, answer = connection.call("DescribeTable", {"TableName": "Music"})
            self.assertEqual(answer["Table"]["ItemCount"], answered)
            connection.close()
            self.assertEqual(server.stop(), 0)


class FootprintTest(unittest.TestCase):
    def test_start_and_idle(self):
        with tempfile.TemporaryDirectory() as folder:
            seconds = []
            for number in range(STARTS):
                server, status, taken = first_answer_seconds(["--data", os.path.join(folder, str(number))])
                self.assertEqual(status, 200)
                seconds.append(taken)
                resident = self.resident_bytes(server.process.pid)
                server.stop()
        seconds.sort()
        print(json.dumps({
            "first_answer_ms_median": round(seconds[STARTS // 2] * 1000, 1), "first_answer_ms_longest": round(seconds[-1] * 1000, 1),
            "idle_megabytes": round(resident / 1024 / 1024, 1)}), file=sys.stderr)
        self.assertLess(seconds[STARTS // 2], START_SECONDS_SANE)
        if not SANITIZED:
            self.assertLess(resident, IDLE_BYTES_SANE)

    def resident_bytes(self, process):
        for line in pathlib.Path(f"/proc/{process}/status").read_text().split("\n"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        self.fail("no VmRSS")


if __name__ == "__main__":
    unittest.main()
