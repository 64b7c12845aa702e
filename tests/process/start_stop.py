#!/usr/bin/env python3
"""The server as a process: start, refused starts, stop, and idle resources.

Times and sizes are printed for the record. The asserted bounds are generous, because busy machines and sanitizers are
slower.
"""

import json
import os
import pathlib
import re
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
    """Starts a server that must fail; returns (status, its standard error)."""
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

    def test_other_users_cannot_read_the_data(self):
        folder = pathlib.Path(self.folder, "data")
        before = os.umask(0o022)
        try:
            with StatorServer(BINARY, ["--data", str(folder)]) as server:
                connection = Connection(server.port)
                connection.call("CreateTable", TABLE)
                connection.close()
                for path in [folder, *folder.rglob("*")]:
                    self.assertEqual(path.stat().st_mode & 0o077, 0, path)
        finally:
            os.umask(before)

    def test_a_folder_that_lost_writes(self):
        folder = pathlib.Path(self.folder, "data")
        server = StatorServer(BINARY, ["--data", str(folder)]).start()
        connection = Connection(server.port)
        connection.call("CreateTable", TABLE)
        for number in range(50):
            connection.call("PutItem", {"TableName": "Music", "Item": {"pk": {"S": str(number)}}})
        connection.close()
        server.kill()
        log = max(folder.glob("db/*.log"))
        os.truncate(log, log.stat().st_size // 2)
        self.refused("--port", "0", "--data", str(folder), says=[log.name, "--accept-loss"])
        with StatorServer(BINARY, ["--data", str(folder), "--accept-loss"]):
            pass
        with StatorServer(BINARY, ["--data", str(folder)]):
            pass  # it warns only once

    def test_a_folder_of_another_user(self):
        pathlib.Path(self.folder, "letters.txt").write_text("mine")
        self.refused("--port", "0", "--data", self.folder, says=[self.folder])
        self.assertEqual(os.listdir(self.folder), ["letters.txt"])

    def test_a_path_that_cannot_be_a_folder(self):
        path = pathlib.Path(self.folder, "file")
        path.write_text("x")
        self.refused("--port", "0", "--data", str(path), says=[str(path)])
        self.refused("--port", "0", "--data", str(path / "below"), says=[str(path)])

    def test_a_newer_format(self):
        data = os.path.join(self.folder, "data")
        with StatorServer(BINARY, ["--data", data]):
            pass
        mark = pathlib.Path(data, "STATOR")
        mark.write_text(re.sub(r"\d+", "9999", mark.read_text()))
        self.refused("--port", "0", "--data", data, says=["9999"])

    def test_wrong_flags(self):
        for arguments in (["--no-such-flag"], ["--port", "many"], ["--port", "65536"], ["--account", "12"]):
            status, text = refusal("--memory", *arguments)
            self.assertGreater(status, 0)
            self.assertTrue(text)

    def with_files(self, count):
        """Returns the server's program, limited to that many file descriptors."""
        script = pathlib.Path(self.folder, f"stator-{count}")
        script.write_text(f'#!/bin/sh\nulimit -n {count}\nexec {BINARY} "$@"\n')
        script.chmod(0o755)
        return str(script)

    def test_too_few_file_descriptors(self):
        run = subprocess.run(
            [self.with_files(32), "serve", "--memory", "--port", "0"], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, len(run.stderr.strip().split("\n"))), (1, 1), run.stderr)
        self.assertIn("may open only 32 files", run.stderr)

    def test_connections_are_limited_by_the_file_descriptors(self):
        """Connections beyond the descriptors wait in the kernel or get a 503; the store keeps its share."""
        with StatorServer(self.with_files(64), ["--data", os.path.join(self.folder, "data")]) as server:
            connections = [Connection(server.port) for _ in range(10)]
            self.assertEqual(connections[0].call("CreateTable", TABLE)[0], 200)
            idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(60)]
            for number in range(200):
                status, _ = connections[0].call(
                    "PutItem", {"TableName": "Music", "Item": {"pk": {"S": str(number)}, "text": {"S": "x" * 300_000}}})
                self.assertEqual(status, 200)
            self.assertEqual(connections[0].admin("GET", "health")[0], 200)
            for each in idle:
                each.close()

    def test_memory_overrides_data(self):
        data = os.path.join(self.folder, "data")
        with StatorServer(BINARY, ["--memory", "--data", data]):
            self.assertFalse(os.path.exists(data))


class StopTest(unittest.TestCase):
    def test_a_stop_right_after_the_start_is_clean(self):
        statuses = [StatorServer(BINARY).start().stop() for _ in range(STARTS)]
        self.assertEqual(statuses, [0] * STARTS)

    def test_an_endless_request_does_not_keep_the_store_from_closing(self):
        """The request gets part of drain-timeout, and closing the store gets the rest."""
        with tempfile.TemporaryDirectory() as folder:
            server = StatorServer(BINARY, ["--data", folder, "--drain-timeout", "6"]).start()
            with socket.create_connection(("127.0.0.1", server.port)) as unfinished:
                unfinished.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx")
                connection = Connection(server.port)
                self.assertEqual(connection.call("ListTables", {})[0], 200)
                connection.close()
                server.process.terminate()
                server.process.wait(60)
            told = server.stderr_tail()
            self.assertIn("info stopped", told)
            self.assertNotIn("stopped-without-closing", told)
            self.assertEqual(server.stop(), 0)

    def test_a_stop_finishes_running_requests(self):
        """Every write that was answered before the connection closed is on disk."""
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
