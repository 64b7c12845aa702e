#!/usr/bin/env python3
"""Acknowledged writes survive kill -9.

In each round clients write until a random number of writes is acknowledged. At that moment the server is killed,
restarts on the same folder, and all items are read. Acknowledged writes must exist and be correct. Unanswered writes
must exist completely or not at all. The table's item count must be the number of items.

    kill9.py --server STATOR [--rounds 20] [--clients 8] [--seed N]
"""

import http.client
import os
import pathlib
import random
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import crash_run  # noqa: E402
from crash_run import Failure, require  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402

TABLE = "Crash"
ACKNOWLEDGED_MIN, ACKNOWLEDGED_MAX = 20, 400  # writes before a kill
OLDER_CHECKED_MAX = 200  # items of earlier rounds that a round checks again; the last round checks all
START_SECONDS_SANE = 30  # bound of a start after a crash; it takes tens of milliseconds on an idle machine
SHARED = "counter-shared"


def payload(key):
    """Derives an item's content from its key, so that a torn or mixed-up item is visible."""
    generator = random.Random(key)
    return "".join(generator.choices("abcdefghijklmnop", k=generator.randint(1, 3000)))


def unique_item(key):
    return {"pk": {"S": key}, "group": {"S": key[:9]}, "payload": {"S": payload(key)}}


class Expectation:
    """The possible contents of the store: acknowledged writes, and sent writes without an answer."""

    def __init__(self):
        self.lock = threading.Lock()
        self.items = set()  # unique keys acknowledged
        self.pending_items = set()
        self.counters = {}  # counter -> increments acknowledged
        self.pending_counters = {}  # counter -> increments that may have happened
        self.acknowledged = 0

    def settle(self, connection):
        """After a restart, finds out which unanswered writes happened, and expects exactly those from then on."""
        settled = 0
        for key in self.pending_items:
            item = read(connection, key)
            if item is None:
                continue
            require(item == unique_item(key), f"{key} was on its way and came back torn: {str(item)[:200]}")
            self.items.add(key)
            settled += 1
        for counter in set(self.counters) | set(self.pending_counters):
            least = self.counters.get(counter, 0)
            most = least + self.pending_counters.get(counter, 0)
            value = counter_value(connection, counter)
            require(least <= value <= most, f"{counter} is {value}; acknowledged {least}, at most {most}")
            self.counters[counter] = value
        self.pending_items.clear()
        self.pending_counters.clear()
        return settled


def read(connection, key):
    status, answer = connection.call("GetItem", {"TableName": TABLE, "Key": {"pk": {"S": key}}, "ConsistentRead": True})
    require(status == 200, f"GetItem of {key} answered {status} {answer}")
    return answer.get("Item")


def counter_value(connection, counter):
    item = read(connection, counter)
    return int(item["count"]["N"]) if item else 0


class Client(threading.Thread):
    """One keep-alive connection that writes until the server is gone."""

    def __init__(self, port, expectation, name, enough):
        super().__init__()
        self.connection = Connection(port, timeout_seconds=30)
        self.expectation = expectation
        self.name = name
        self.enough = enough
        self.problem = None

    def run(self):
        try:
            number = 0
            while True:
                number += 1
                if number % 4 == 0:
                    self.increment(f"counter-{self.name[-2:]}" if number % 8 else SHARED)
                else:
                    self.put(f"{self.name}-{number:06}")
        except (OSError, http.client.HTTPException, ValueError):
            pass  # killed on purpose
        except Failure as problem:
            self.problem = problem
            self.enough.set()
        finally:
            self.connection.close()

    def put(self, key):
        state = self.expectation
        with state.lock:
            state.pending_items.add(key)
        self.send("PutItem", {"TableName": TABLE, "Item": unique_item(key)})
        with state.lock:
            state.pending_items.discard(key)
            state.items.add(key)
            self.count()

    def increment(self, counter):
        state = self.expectation
        with state.lock:
            state.pending_counters[counter] = state.pending_counters.get(counter, 0) + 1
        self.send("UpdateItem", {
            "TableName": TABLE, "Key": {"pk": {"S": counter}}, "UpdateExpression": "ADD #c :one",
            "ExpressionAttributeNames": {"#c": "count"}, "ExpressionAttributeValues": {":one": {"N": "1"}}})
        with state.lock:
            state.pending_counters[counter] -= 1
            state.counters[counter] = state.counters.get(counter, 0) + 1
            self.count()

    def send(self, operation, request):
        status, answer = self.connection.call(operation, request)
        if status >= 500:
            raise OSError(f"{status}")  # a server being killed may still answer so
        require(status == 200, f"{operation} answered {status} {answer}")

    def count(self):
        self.expectation.acknowledged += 1
        if self.expectation.acknowledged >= self.expectation.target:
            self.enough.set()


def create_table(port):
    """Creates a table with an index and a stream, so that a commit has all its parts."""
    connection = Connection(port)
    status, answer = connection.call("CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "group", "AttributeType": "S"}],
        "GlobalSecondaryIndexes": [{
            "IndexName": "groups", "KeySchema": [{"AttributeName": "group", "KeyType": "HASH"}], "Projection": {"ProjectionType": "KEYS_ONLY"}}],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}})
    require(status == 200, f"CreateTable answered {status} {answer}")
    connection.close()


def load_and_kill(server, expectation, options, number, chance):
    expectation.acknowledged = 0
    expectation.target = chance.randint(ACKNOWLEDGED_MIN, ACKNOWLEDGED_MAX)
    enough = threading.Event()
    clients = [Client(server.port, expectation, f"r{number:04}c{i:02}", enough) for i in range(options.clients)]
    for client in clients:
        client.start()
    if not enough.wait(120):
        raise Failure(f"only {expectation.acknowledged} writes in two minutes")
    server.kill()
    for client in clients:
        client.join()
        if client.problem is not None:
            raise client.problem
    return expectation.acknowledged


def verify(server, expectation, new_items, chance, everything):
    connection = Connection(server.port)
    expectation.settle(connection)
    older = sorted(expectation.items - new_items)
    if not everything and len(older) > OLDER_CHECKED_MAX:
        older = chance.sample(older, OLDER_CHECKED_MAX)
    for key in sorted(new_items & expectation.items) + older:
        item = read(connection, key)
        require(item is not None, f"{key} was acknowledged and is lost")
        require(item == unique_item(key), f"{key} was acknowledged and is wrong: {str(item)[:200]}")
    counted = connection.call("DescribeTable", {"TableName": TABLE})[1]["Table"]
    counters = sum(1 for value in expectation.counters.values() if value > 0)
    held = len(expectation.items) + counters
    require(counted["ItemCount"] == held, f"ItemCount is {counted['ItemCount']}, the table holds {held} items")
    indexed = counted["GlobalSecondaryIndexes"][0]["ItemCount"]
    require(indexed == len(expectation.items), f"the index counts {indexed} items, should hold {len(expectation.items)}")
    connection.close()


def run(options, folder):
    chance = random.Random(options.seed)
    expectation = Expectation()
    starts = []
    acknowledged = 0
    server = StatorServer(options.server, ["--data", folder]).start()
    try:
        create_table(server.port)
        for number in range(1, options.rounds + 1):
            before = set(expectation.items)
            acknowledged += load_and_kill(server, expectation, options, number, chance)
            server.start()
            starts.append(server.start_seconds)
            require(server.start_seconds < START_SECONDS_SANE, f"the start took {server.start_seconds:.1f} s")
            new_items = expectation.items - before
            verify(server, expectation, new_items, chance, everything=number == options.rounds)
        require(server.stop() == 0, "the last, clean stop was not clean")
    finally:
        if server.running():
            server.kill()
    starts.sort()
    print(f"{options.rounds} kills, {acknowledged} acknowledged writes, none lost; "
          f"start after a kill: median {starts[len(starts) // 2] * 1000:.0f} ms, longest {starts[-1] * 1000:.0f} ms")


def main():
    parser = crash_run.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("STATOR_KILLS", "20")))
    parser.add_argument("--clients", type=int, default=8)
    return crash_run.run_in_folder("kill9", parser.parse_args(), run)


if __name__ == "__main__":
    sys.exit(main())
