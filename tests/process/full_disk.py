#!/usr/bin/env python3
"""A server on a disk that fills up: it refuses writes at once, still reads, recovers by itself, and SIGTERM ends it.

STATOR_FULL_DISK_SECONDS sets for how long compactions fail during writes; a few seconds by default.
"""

import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
SHIM = os.environ["FULL_DISK_SHIM"]
SECONDS = float(os.environ.get("STATOR_FULL_DISK_SECONDS", "5"))
DRAIN_SECONDS = 5
ANSWER_SECONDS_SANE = 5  # about a second on an idle machine
HEAL_SECONDS_SANE = 20  # about two seconds on an idle machine
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]}


def put(connection, key, text="x"):
    """Returns (status, seconds) of a PutItem."""
    began = time.monotonic()
    status, _ = connection.call("PutItem", {"TableName": "Music", "Item": {"pk": {"S": key}, "text": {"S": text}}})
    return status, time.monotonic() - began


class FullDiskTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = os.path.realpath(temporary.name)
        self.state = pathlib.Path(self.folder, "state")
        self.state.write_text("")
        data = os.path.join(self.folder, "data")
        self.environment = {
            **os.environ, "LD_PRELOAD": SHIM, "STATOR_DISK_FOLDER": data, "STATOR_DISK_STATE": str(self.state),
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"}
        self.server = StatorServer(
            BINARY, ["--data", data, "--drain-timeout", str(DRAIN_SECONDS)], environment=self.environment).start()
        self.addCleanup(self.server.stop)
        self.connection = Connection(self.server.port)
        self.addCleanup(lambda: self.connection.close())
        self.assertEqual(self.connection.call("CreateTable", TABLE)[0], 200)

    def set_disk(self, state):
        draft = pathlib.Path(self.folder, "state.new")
        draft.write_text(state)
        draft.rename(self.state)

    def has_writes_under_way(self):
        with urllib.request.urlopen(f"{self.server.url()}/metrics") as answer:
            return "\nstator_commit_queue_depth 0\n" not in answer.read().decode()

    def stop_in_time(self):
        began = time.monotonic()
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(time.monotonic() - began, DRAIN_SECONDS + ANSWER_SECONDS_SANE)

    def await_healing(self):
        began = time.monotonic()
        while put(self.connection, "healed", str(began))[0] != 200:  # a new text changes the item
            self.assertLess(time.monotonic() - began, HEAL_SECONDS_SANE)
        return time.monotonic() - began

    def test_writes_are_refused_at_once_and_heal_by_themselves(self):
        healed = []
        for round_number in range(3):
            self.assertEqual(put(self.connection, f"kept {round_number}")[0], 200, self.server.stderr_tail())
            self.set_disk("full")
            for _ in range(20):
                status, seconds = put(self.connection, "refused")
                self.assertEqual(status, 500)
                self.assertLess(seconds, ANSWER_SECONDS_SANE)
                key = {"pk": {"S": f"kept {round_number}"}}
                status, answer = self.connection.call("GetItem", {"TableName": "Music", "Key": key})
                self.assertEqual((status, answer["Item"]["pk"]), (200, key["pk"]))
            self.assertEqual(self.connection.admin("GET", "health")[0], 503)
            self.set_disk("")
            healed.append(round(self.await_healing(), 2))
        print(json.dumps({"healed_after_seconds": healed}), file=sys.stderr)
        self.stop_in_time()

    def test_deletes_are_accepted_while_space_is_low(self):
        self.assertEqual(put(self.connection, "kept")[0], 200)
        self.set_disk("low")
        for number in range(10_000):  # the server checks the disk ten times a second
            if put(self.connection, f"filler {number}")[0] == 500:
                break
        self.assertEqual(put(self.connection, "refused")[0], 500)
        self.assertEqual(self.connection.admin("GET", "health")[0], 503)
        for _ in range(3):
            status, _ = self.connection.call("DeleteItem", {"TableName": "Music", "Key": {"pk": {"S": "kept"}}})
            self.assertEqual(status, 200)
        self.set_disk("")
        self.await_healing()
        self.assertEqual(self.connection.admin("GET", "health")[0], 200)

    def test_a_stop_on_a_full_disk(self):
        self.assertEqual(put(self.connection, "kept")[0], 200)
        self.set_disk("full")
        self.assertEqual(put(self.connection, "refused")[0], 500)
        self.stop_in_time()
        self.set_disk("")
        self.server.start()
        self.connection.close()
        self.connection = Connection(self.server.port)
        status, answer = self.connection.call("GetItem", {"TableName": "Music", "Key": {"pk": {"S": "kept"}}})
        self.assertEqual((status, "Item" in answer), (200, True))

    def test_a_stop_on_a_disk_that_hangs(self):
        self.assertEqual(put(self.connection, "kept")[0], 200)
        self.set_disk("hangs")
        pending = Connection(self.server.port)

        def write():
            with self.assertRaises((OSError, http.client.HTTPException)):
                put(pending, "never answered")

        writer = threading.Thread(target=write)
        writer.start()
        while not self.has_writes_under_way():
            pass
        self.stop_in_time()
        writer.join()
        pending.close()

    def test_a_stop_while_the_store_opens_on_a_disk_that_hangs(self):
        self.set_disk("hangs")
        data = os.path.join(self.folder, "data-of-another")  # matches the shim's folder as a prefix
        starting = subprocess.Popen(
            [BINARY, "serve", "--port", "0", "--data", data, "--drain-timeout", str(DRAIN_SECONDS)],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            while not os.path.exists(os.path.join(data, "LOCK")):
                self.assertIsNone(starting.poll())
            starting.terminate()
            _, log = starting.communicate(timeout=DRAIN_SECONDS + ANSWER_SECONDS_SANE)
        finally:
            starting.kill()
        self.assertEqual(starting.returncode, 0)
        self.assertIn("stopped-without-closing", log)

    def test_a_stop_takes_no_longer_than_a_short_drain_timeout(self):
        self.server.stop()
        self.server.arguments[-1] = "2"
        self.server.start()
        self.set_disk("hangs")
        pending = Connection(self.server.port)
        writer = threading.Thread(target=lambda: self.assertRaises(
            (OSError, http.client.HTTPException), put, pending, "never answered"))
        writer.start()
        while not self.has_writes_under_way():
            pass
        self.server.process.terminate()
        self.server.process.wait()
        stamps = re.findall(r"T\d\d:(\d\d):([\d.]+)Z \S+ (?:stopping|stopped-without)", self.server.stderr_tail())
        times = [60 * int(minute) + float(second) for minute, second in stamps]
        self.assertEqual(len(times), 2, self.server.stderr_tail())
        self.assertLess((times[1] - times[0]) % 3600, 2.9)  # by the server's own clock
        writer.join()
        pending.close()

    def test_no_write_waits_for_failing_compactions(self):
        over = threading.Event()
        slowest = [0.0] * 3
        taken = [0] * 3

        def write(number):
            connection = Connection(self.server.port)
            text = os.urandom(100_000).hex()
            while not over.is_set():
                status, seconds = put(connection, f"{number}-{taken[number] % 50}", text)
                slowest[number] = max(slowest[number], seconds)
                taken[number] += status == 200
            connection.close()

        writers = [threading.Thread(target=write, args=(number,)) for number in range(3)]
        for each in writers:
            each.start()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            self.set_disk("compactions")
            over.wait(0.7)
            self.set_disk("full")
            over.wait(0.3)
        self.set_disk("compactions")
        healed = self.await_healing()
        over.set()
        for each in writers:
            each.join()
        print(json.dumps({"taken": sum(taken), "slowest_seconds": round(max(slowest), 2), "healed": round(healed, 2)}),
              file=sys.stderr)
        self.assertLess(max(slowest), ANSWER_SECONDS_SANE)
        self.stop_in_time()


if __name__ == "__main__":
    unittest.main()
