#!/usr/bin/env python3
"""An operator's work with a data folder: `stator backup`, `stator check`, and damage that a server meets."""

import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

BINARY = os.environ["STATOR"]
KEY = [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]
TABLE = {
    "TableName": "Music", "BillingMode": "PAY_PER_REQUEST", "KeySchema": KEY,
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", "g", "l")],
    "GlobalSecondaryIndexes": [{"IndexName": "ByG", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                                "Projection": {"ProjectionType": "ALL"}}],
    "LocalSecondaryIndexes": [{"IndexName": "ByL", "Projection": {"ProjectionType": "KEYS_ONLY"},
                               "KeySchema": [KEY[0], {"AttributeName": "l", "KeyType": "RANGE"}]}]}


PLAIN = {key: value for key, value in TABLE.items() if not key.endswith("SecondaryIndexes")} | {
    "AttributeDefinitions": TABLE["AttributeDefinitions"][:2]}


def item(number):
    return {"pk": {"S": str(number)}, "sk": {"S": "x"}, "g": {"S": str(number % 7)}, "l": {"S": "l"},
            "expires": {"N": "4102444800"}, "text": {"S": random.Random(number).randbytes(300).hex()}}


def command(*words):
    """Returns (exit status, standard output, standard error)."""
    run = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, timeout=120)
    return run.returncode, run.stdout.strip(), run.stderr.strip()


def health(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", "/_stator/health")
    response = connection.getresponse()
    answer = response.status, json.loads(response.read())
    connection.close()
    return answer


class DataFolderTest(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name, "data")
        self.copy = pathlib.Path(self.temporary.name, "copy")

    def tearDown(self):
        self.temporary.cleanup()

    def fill(self, server, count=200, table=None):
        connection = Connection(server.port)
        self.assertEqual(connection.call("CreateTable", table or TABLE)[0], 200)
        connection.call("UpdateTimeToLive", {"TableName": "Music", "TimeToLiveSpecification": {
            "Enabled": True, "AttributeName": "expires"}})
        for number in range(count):
            status, answer = connection.call("PutItem", {"TableName": "Music", "Item": item(number)})
            self.assertEqual(status, 200, answer)
        connection.close()

    def count(self, folder):
        with StatorServer(BINARY, ["--data", str(folder)]) as server:
            connection = Connection(server.port)
            status, answer = connection.call("Scan", {"TableName": "Music", "Select": "COUNT"})
            connection.close()
            self.assertEqual(status, 200, answer)
            return answer["Count"]

    def test_a_backup_of_a_running_server(self):
        acknowledged = 200
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            self.fill(server)
            stop = threading.Event()

            def write():
                connection = Connection(server.port)
                number = acknowledged
                while not stop.is_set():
                    connection.call("PutItem", {"TableName": "Music", "Item": item(number)})
                    number += 1
                connection.close()

            writer = threading.Thread(target=write)
            writer.start()
            self.assertEqual(command("backup", self.folder, self.copy), (0, "", ""))
            stop.set()
            writer.join()
            status, _, text = command("backup", self.folder, self.copy)
            self.assertEqual(status, 1)
            self.assertIn("exists", text)
            self.assertEqual(os.stat(self.copy).st_mode & 0o077, 0)
            self.assertFalse(pathlib.Path(f"{self.copy}.partial").exists())
        status, out, text = command("check", self.copy)
        self.assertEqual((status, text), (0, ""), out)
        self.assertGreaterEqual(self.count(self.copy), acknowledged)

    def test_a_backup_needs_access_to_the_folder_but_no_signature(self):
        keys = pathlib.Path(self.temporary.name, "keys")
        keys.write_text("[a]\naws_access_key_id = AKID\naws_secret_access_key = secret\n")
        with StatorServer(BINARY, ["--data", str(self.folder), "--auth", str(keys)]):
            self.assertEqual(command("backup", self.folder, self.copy), (0, "", ""))

    def test_a_backup_of_a_stopped_folder(self):
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            self.fill(server)
        self.assertEqual(command("backup", self.folder, self.copy), (0, "", ""))
        self.assertEqual(self.count(self.copy), 200)
        self.assertEqual(self.count(self.folder), 200)

    def test_folders_that_cannot_be_backed_up_or_checked(self):
        for words in (("backup", self.folder, self.copy), ("check", self.folder)):
            status, _, text = command(*words)
            self.assertEqual(status, 1)
            self.assertIn("not a data folder", text)
        self.assertFalse(self.folder.exists())
        self.assertEqual(command("backup", self.folder)[0], 2)
        with StatorServer(BINARY, ["--data", str(self.folder)]):
            status, _, text = command("check", self.folder)
            self.assertEqual(status, 1)
            self.assertIn("in use", text)

    def test_a_sound_folder(self):
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            self.fill(server)
        status, out, _ = command("check", self.folder)
        self.assertEqual((status, out), (0, "1 table, 200 items, 0 problems"))

    def test_a_check_changes_no_file(self):
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            self.fill(server)
            server.kill()  # the log holds all writes

        def files():
            return {path.relative_to(self.folder): (path.stat().st_mtime_ns, path.stat().st_ino, path.read_bytes())
                    for path in self.folder.rglob("*") if path.is_file()}

        before = files()
        status, out, _ = command("check", self.folder)
        self.assertEqual((status, out), (0, "1 table, 200 items, 0 problems"))
        self.assertEqual(files(), before)
        self.assertEqual(self.count(self.folder), 200)

    def damage(self):
        """Damages a block of items: these come after the catalog, and before most of the indexes."""
        file = max(self.folder.glob("db/*.sst"), key=lambda each: each.stat().st_size)
        with open(file, "r+b") as stream:
            stream.seek(file.stat().st_size // 4)
            stream.write(b"sixteen damaged.")

    def test_a_damaged_block(self):
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            self.fill(server)
        self.damage()
        status, out, _ = command("check", self.folder)
        self.assertEqual(status, 1, out)
        self.assertRegex(out, r"File db/\S+\.sst is damaged")
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            connection = Connection(server.port)
            connection.call("Scan", {"TableName": "Music"})
            connection.call("Scan", {"TableName": "Music"})
            connection.close()
            status, answer = health(server)
            self.assertEqual((status, answer["status"]), (503, "damaged"))
            self.assertRegex(answer["reason"], r"Corruption.* \d+\.sst")
            self.assertNotIn("/", answer["reason"])
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
            connection.request("GET", "/metrics")
            self.assertIn("stator_store_damaged 1", connection.getresponse().read().decode())
            connection.close()
            self.assertEqual(server.stderr_tail().count(" store-damaged "), 1)  # a single line

    def test_items_of_a_damaged_block_can_be_replaced(self):
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            self.fill(server, table=PLAIN)
        self.damage()
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            connection = Connection(server.port)
            lost = []
            for number in range(200):
                key = {name: item(number)[name] for name in ("pk", "sk")}
                if connection.call("GetItem", {"TableName": "Music", "Key": key})[0] == 500:
                    lost.append((key, item(number)))
            self.assertGreater(len(lost), 2)
            for key, image in lost:  # writes that need the old image still fail
                update = {"TableName": "Music", "Key": key, "UpdateExpression": "SET a = :a",
                          "ExpressionAttributeValues": {":a": {"S": "a"}}}
                self.assertEqual(connection.call("UpdateItem", update)[0], 500)
                put = {"TableName": "Music", "Item": image, "ConditionExpression": "attribute_not_exists(pk)"}
                self.assertEqual(connection.call("PutItem", put)[0], 500)
                old = {"TableName": "Music", "Key": key, "ReturnValues": "ALL_OLD"}
                self.assertEqual(connection.call("DeleteItem", old)[0], 500)
            (first, _), (_, second), *rest = lost
            self.assertEqual(connection.call("DeleteItem", {"TableName": "Music", "Key": first})[0], 200)
            self.assertEqual(connection.call("PutItem", {"TableName": "Music", "Item": second})[0], 200)
            for _, image in rest:
                batch = {"RequestItems": {"Music": [{"PutRequest": {"Item": image}}]}}
                self.assertEqual(connection.call("BatchWriteItem", batch)[0], 200)
            for key, image in lost:
                status, answer = connection.call("GetItem", {"TableName": "Music", "Key": key})
                self.assertEqual(status, 200, answer)
                self.assertEqual(answer.get("Item"), None if key == first else image)
            connection.close()


if __name__ == "__main__":
    unittest.main()
