#!/usr/bin/env python3
"""An index created on a live table is correct, whatever kills the server meanwhile.

In each round clients write, and UpdateTable creates an index. The server is killed at random moments of the backfill,
as often as the round says. It restarts on the same folder, and the clients write on. Once the index is active and the
clients are done, a Scan of the index must agree with a Scan of the table. Its item count must be the number of its
entries.

    backfill.py --server STATOR [--rounds 3] [--kills 4] [--clients 4] [--items 3000] [--index-lag MS] [--seed N]
"""

import os
import pathlib
import random
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

import crash_run  # noqa: E402
from crash_run import acknowledged, call, require  # noqa: E402
from stator_server import Connection, StatorServer  # noqa: E402

TABLE = "Backfill"
STATUS_SECONDS_MAX = 300
GROUPS = 20
PAYLOAD_MAX = 16_000  # a step of the backfill passes some sixty items, so it takes many steps
WRITES_MAX = 12  # before a kill


def random_item(chance, items):
    """Returns an item with or without the attributes that indexes use."""
    item = {"pk": {"S": f"k{chance.randrange(items)}"}, "payload": {"S": "p" * chance.randrange(PAYLOAD_MAX)}}
    for name in ("even", "odd"):
        if chance.random() < 0.8:
            item[name] = {"S": f"g{chance.randrange(GROUPS)}"}
    return item


class Writer(crash_run.Writer):
    """Writes and deletes items at random."""

    def __init__(self, server, seed, items, done):
        super().__init__(server, seed, done)
        self.items = items

    def write(self, connection):
        item = random_item(self.chance, self.items)
        if self.chance.random() < 0.2:
            status, answer = connection.call("DeleteItem", {"TableName": TABLE, "Key": {"pk": item["pk"]}})
        else:
            status, answer = connection.call("PutItem", {"TableName": TABLE, "Item": item})
        acknowledged(status, answer)
        self.writes += 1


def create_table(connection, chance, items):
    call(connection, "CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]})
    for _ in range(items):
        call(connection, "PutItem", {"TableName": TABLE, "Item": random_item(chance, items)})
    # Older than any index, so these attributes may have any type.
    for number in range(20):
        call(connection, "PutItem", {"TableName": TABLE, "Item": {
            "pk": {"S": f"mistyped{number}"}, "even": {"N": "1"}, "odd": {"SS": ["x"]}}})


def create_index(connection, attribute):
    call(connection, "UpdateTable", {
        "TableName": TABLE, "AttributeDefinitions": [{"AttributeName": attribute, "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": {
            "IndexName": f"by-{attribute}", "KeySchema": [{"AttributeName": attribute, "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"}}}]})


def await_writes(writers, count):
    """Waits until `count` more writes are acknowledged, which may be before, during or after the backfill."""
    wanted = sum(writer.writes for writer in writers) + count
    deadline = time.monotonic() + STATUS_SECONDS_MAX
    while sum(writer.writes for writer in writers) < wanted:
        require(time.monotonic() < deadline, "nobody gets to write")
        require(all(writer.problem is None for writer in writers), f"{[writer.problem for writer in writers]}")


def delete_index(connection, attribute):
    call(connection, "UpdateTable", {
        "TableName": TABLE, "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": f"by-{attribute}"}}]})
    await_active(connection)


def description(connection):
    return call(connection, "DescribeTable", {"TableName": TABLE})["Table"]


def changing(connection):
    """Whether the table or one of its indexes is in transition. A table is active while an index backfills."""
    table = description(connection)
    statuses = [index["IndexStatus"] for index in table.get("GlobalSecondaryIndexes", [])]
    return any(status != "ACTIVE" for status in [table["TableStatus"], *statuses])


def await_active(connection):
    """Polls as a client would; the server's answers set the pace."""
    deadline = time.monotonic() + STATUS_SECONDS_MAX
    while changing(connection):
        require(time.monotonic() < deadline, f"the index did not become active in {STATUS_SECONDS_MAX} s")


def scan(connection, index=None):
    """Returns all items by their table key."""
    found = {}
    request = {"TableName": TABLE, **({"IndexName": index} if index else {"ConsistentRead": True})}
    while True:
        answer = call(connection, "Scan", request)
        for item in answer["Items"]:
            require(item["pk"]["S"] not in found, f"{item['pk']} stands in {index or 'the table'} twice")
            found[item["pk"]["S"]] = item
        if "LastEvaluatedKey" not in answer:
            return found
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def wanted_and_held(connection, attribute):
    """Returns the index's content as the table implies it, and as the index has it."""
    table = scan(connection)
    wanted = {key: {"pk": item["pk"], attribute: item[attribute]} for key, item in table.items()
              if "S" in item.get(attribute, {})}
    return wanted, scan(connection, f"by-{attribute}")


def await_caught_up(connection):
    """Waits until no index lags. Before that, a read of the index may show a moving item twice, and its count may
    change later.
    """
    deadline = time.monotonic() + STATUS_SECONDS_MAX
    while (left := connection.admin("GET", "indexes")[1]["laggedRecords"]) > 0:
        require(time.monotonic() < deadline, f"{left} records still lag after {STATUS_SECONDS_MAX} s")


def verify(connection, attribute):
    await_caught_up(connection)
    wanted, indexed = wanted_and_held(connection, attribute)
    missing = sorted(set(wanted) - set(indexed))
    extra = sorted(set(indexed) - set(wanted))
    require(not missing and not extra, f"missing from the index: {missing[:5]}; should not be in it: {extra[:5]}")
    wrong = [key for key in wanted if wanted[key] != indexed[key]]
    require(not wrong, f"wrong in the index: {[(wanted[key], indexed[key]) for key in wrong[:3]]}")
    table = description(connection)
    counted = next(i for i in table["GlobalSecondaryIndexes"] if i["IndexName"] == f"by-{attribute}")["ItemCount"]
    require(counted == len(indexed), f"the index counts {counted} items and holds {len(indexed)}")
    return len(indexed)


def run_round(server, options, chance, number):
    attribute = "even" if number % 2 == 0 else "odd"
    done = threading.Event()
    writers = [Writer(server, chance.random(), options.items, done) for _ in range(options.clients)]
    backfilling = 0
    try:
        for writer in writers:
            writer.start()
        connection = Connection(server.port)
        create_index(connection, attribute)
        for _ in range(options.kills):
            await_writes(writers, chance.randrange(WRITES_MAX))
            backfilling += changing(connection)
            server.kill()
            server.start()
            connection = Connection(server.port)
        await_active(connection)
    finally:
        done.set()
        for writer in writers:
            writer.join()
    for writer in writers:
        if writer.problem is not None:
            raise writer.problem
    entries = verify(connection, attribute)
    delete_index(connection, attribute)
    connection.close()
    return backfilling, sum(writer.writes for writer in writers), entries


def run(options, folder):
    chance = random.Random(options.seed)
    server = StatorServer(options.server, ["--data", folder, "--index-lag", str(options.index_lag)]).start()
    within = writes = entries = 0
    try:
        connection = Connection(server.port)
        create_table(connection, chance, options.items)
        connection.close()
        for number in range(options.rounds):
            more_within, more_writes, entries = run_round(server, options, chance, number)
            within += more_within
            writes += more_writes
        require(server.stop() == 0, "the last, clean stop was not clean")
    finally:
        if server.running():
            server.kill()
    print(f"{options.rounds} indexes, {options.rounds * options.kills} kills, {within} of them within a backfill, {writes} writes meanwhile; "
          f"the last index had {entries} entries, all right")


def main():
    parser = crash_run.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("STATOR_BACKFILLS", "3")))
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--items", type=int, default=3000)
    parser.add_argument("--index-lag", type=int, default=0)
    return crash_run.run_in_folder("backfill", parser.parse_args(), run)


if __name__ == "__main__":
    sys.exit(main())
