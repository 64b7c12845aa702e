#!/usr/bin/env python3
"""A table's stream, read from its beginning, rebuilds the table, whatever happened meanwhile.

Clients write. Now and then a partition is split, the clock is turned so that shards roll over, or the server is killed
and restarted on the same folder. At the end the stream is replayed, parents before children. Each record must fit the
item that the earlier records left; lost, repeated or reordered records would not. The result must equal a Scan.

    streams.py --server STATOR [--rounds 30] [--clients 4] [--items 60] [--two-phase] [--seed N]
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
from stream_records import records_of, shards_of  # noqa: E402

TABLE = "Streamed"
WAIT_SECONDS_MAX = 300
WRITES_MAX = 120  # between two disturbances
SPLITS_MAX = 40


def administer(server, path, request):
    connection = Connection(server.port)
    status, answer = connection.admin("POST", path, request)
    connection.close()
    require(status == 200, f"{path} answered {status} {answer}")


class Writer(crash_run.Writer):
    """Puts, updates, deletes and transactions at random."""

    def __init__(self, server, seed, items, done):
        super().__init__(server, seed, done)
        self.items = items

    def write(self, connection):
        status, answer = connection.call(*self.request())
        if status == 400 and answer["__type"].partition("#")[2].startswith("Transaction"):
            return  # two met; neither waits
        acknowledged(status, answer)
        self.writes += 1

    def request(self):
        key = {"pk": {"S": f"k{self.chance.randrange(self.items)}"}, "sk": {"N": str(self.chance.randrange(3))}}
        kind = self.chance.random()
        value = {"N": str(self.chance.randrange(5))}  # few, so that some writes change nothing
        if kind < 0.2:
            return "DeleteItem", {"TableName": TABLE, "Key": key}
        if kind < 0.5:
            return "UpdateItem", {"TableName": TABLE, "Key": key, "UpdateExpression": "ADD c :v", "ExpressionAttributeValues": {":v": value}}
        if kind < 0.6:
            other = {**key, "sk": {"N": "9"}}
            return "BatchWriteItem", {"RequestItems": {TABLE: [
                {"PutRequest": {"Item": {**key, "v": value}}}, {"PutRequest": {"Item": {**other, "v": value}}}]}}
        if kind < 0.7:
            other = {**key, "pk": {"S": f"k{self.chance.randrange(self.items)}"}, "sk": {"N": "8"}}  # in another shard, perhaps
            return "TransactWriteItems", {"TransactItems": [
                {"Put": {"TableName": TABLE, "Item": {**key, "v": value}}}, {"Put": {"TableName": TABLE, "Item": {**other, "v": value}}}]}
        return "PutItem", {"TableName": TABLE, "Item": {**key, "v": value}}


def create_table(connection):
    return call(connection, "CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    })["TableDescription"]["LatestStreamArn"]


def await_writes(writers, count):
    wanted = sum(writer.writes for writer in writers) + count
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while sum(writer.writes for writer in writers) < wanted:
        require(time.monotonic() < deadline, "nobody gets to write")
        require(all(writer.problem is None for writer in writers), f"{[writer.problem for writer in writers]}")


def key_of(item):
    return item["pk"]["S"], item["sk"]["N"]


def scan(connection):
    found = {}
    request = {"TableName": TABLE, "ConsistentRead": True}
    while True:
        answer = call(connection, "Scan", request)
        found.update((key_of(item), item) for item in answer["Items"])
        if "LastEvaluatedKey" not in answer:
            return found
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def apply(items, record):
    change = record["dynamodb"]
    key = key_of(change["Keys"])
    require(change.get("OldImage") == items.get(key), f"{record} meets {items.get(key)}")
    require(change.get("OldImage") != change.get("NewImage"), f"{record} changes nothing")
    name = "INSERT" if "OldImage" not in change else "MODIFY" if "NewImage" in change else "REMOVE"
    require(record["eventName"] == name, f"{record} is no {name}")
    if "NewImage" in change:
        items[key] = change["NewImage"]
    else:
        del items[key]


def replay(connection, arn):
    """The items by the stream alone, and how many records and shards it took."""
    items, read, records = {}, set(), 0
    shards = shards_of(connection, arn)
    known = {shard["ShardId"] for shard in shards}
    waiting = list(shards)
    while waiting:
        shard = next((s for s in waiting if s.get("ParentShardId") in read or s.get("ParentShardId") not in known), None)
        require(shard is not None, "no shard is left whose parent was read")
        for record in records_of(connection, arn, shard):
            apply(items, record)
            records += 1
        read.add(shard["ShardId"])
        waiting.remove(shard)
    return items, records, len(shards)


def disturb(server, chance, state):
    kind = chance.random()
    if kind < 0.4 and state["splits"] < SPLITS_MAX:
        administer(server, f"tables/{TABLE}/split", {})
        state["splits"] += 1
    elif kind < 0.6:
        administer(server, "clock", {"advance": "70s"})  # shards are open for a minute
    else:
        server.kill()
        server.start()
        state["kills"] += 1


def run(options, folder):
    chance = random.Random(options.seed)
    arguments = ["--data", folder, "--stream-shard-minutes", "1", "--cross-partition-commits", "off" if options.two_phase else "on"]
    server = StatorServer(options.server, arguments).start()
    done = threading.Event()
    state = {"splits": 0, "kills": 0}
    writers = []
    try:
        arn = create_table(Connection(server.port))
        writers = [Writer(server, chance.random(), options.items, done) for _ in range(options.clients)]
        for writer in writers:
            writer.start()
        for _ in range(options.rounds):
            await_writes(writers, chance.randrange(WRITES_MAX))
            disturb(server, chance, state)
        done.set()
        for writer in writers:
            writer.join()
            if writer.problem is not None:
                raise writer.problem
        connection = Connection(server.port)
        items, records, shards = replay(connection, arn)
        table = scan(connection)
        different = [key for key in set(items) | set(table) if items.get(key) != table.get(key)]
        require(not different, f"{len(different)} items differ: {[(k, items.get(k), table.get(k)) for k in different[:3]]}")
        connection.close()
        require(server.stop() == 0, "the last, clean stop was not clean")
    finally:
        done.set()
        for writer in writers:
            writer.join()
        if server.running():
            server.kill()
    print(f"{sum(w.writes for w in writers)} writes, {state['kills']} kills, {state['splits']} splits: "
          f"{records} records of {shards} shards rebuilt {len(table)} items")


def main():
    parser = crash_run.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("STATOR_STREAM_ROUNDS", "30")))
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--items", type=int, default=60)
    parser.add_argument("--two-phase", action="store_true")
    return crash_run.run_in_folder("streams", parser.parse_args(), run)


if __name__ == "__main__":
    sys.exit(main())
