#!/usr/bin/env python3
"""Items expire exactly when they should, whatever kills the server meanwhile.

In each round clients write items with and without times, and time to live is enabled. The server is killed at random
moments of the index walk that this starts, and of the sweep after the clock has passed half of the times. After a
restart on the same folder it must reach the same end: no expired item is left, and every other acknowledged item
exists. The walk must not run twice.

    time_to_live.py --server STATOR [--rounds 2] [--kills 4] [--clients 3] [--items 3000] [--seed N]
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

STATUS_SECONDS_MAX = 300
BEGIN = 4_102_444_800  # 2100-01-01, where the clock stands still
STEP_SECONDS = 1000
PAYLOAD_MAX = 8_000  # the sweep takes many steps


def turn_clock(server, **turn):
    connection = Connection(server.port)
    status, answer = connection.admin("POST", "clock", turn)
    connection.close()
    require(status == 200, f"the clock answered {status} {answer}")


class Writer(crash_run.Writer):
    """Writes its own keys at random, and records the content of each if nothing expires."""

    def __init__(self, server, table, number, seed, items, done):
        super().__init__(server, seed, done)
        self.table, self.number, self.items = table, number, items
        self.held = {}  # key -> its time; None: no time; "?": the last write's outcome is unknown

    def write(self, connection):
        key = f"w{self.number}-{self.chance.randrange(self.items // 4)}"
        item, expires = random_item(self.chance, key)
        self.held[key] = "?"
        status, answer = connection.call("PutItem", {"TableName": self.table, "Item": item})
        acknowledged(status, answer)
        self.held[key] = expires
        self.writes += 1


def random_item(chance, key):
    """Returns (item, its expiry time or None); some items have values that are no times."""
    item = {"pk": {"S": key}, "payload": {"S": "p" * chance.randrange(PAYLOAD_MAX)}}
    kind = chance.random()
    if kind < 0.1:
        return item, None
    if kind < 0.2:
        return {**item, "expires": {"S": str(BEGIN)}}, None
    expires = BEGIN + 1 + chance.randrange(2 * STEP_SECONDS)
    return {**item, "expires": {"N": str(expires)}}, expires


def scan(connection, table):
    found = {}
    request = {"TableName": table, "ConsistentRead": True}
    while True:
        answer = call(connection, "Scan", request)
        for item in answer["Items"]:
            number = item.get("expires", {}).get("N")
            found[item["pk"]["S"]] = None if number is None else int(number)
        if "LastEvaluatedKey" not in answer:
            return found
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def status_of(connection, table):
    return call(connection, "DescribeTimeToLive", {"TableName": table})["TimeToLiveDescription"]["TimeToLiveStatus"]


def await_true(what, look):
    """Polls as a client would; the server's answers set the pace."""
    deadline = time.monotonic() + STATUS_SECONDS_MAX
    while not look():
        require(time.monotonic() < deadline, f"{what} did not come about in {STATUS_SECONDS_MAX} s")


def kill_and_start(server, writers, chance):
    wanted = sum(writer.writes for writer in writers) + chance.randrange(8)
    await_true("writing", lambda: sum(writer.writes for writer in writers) >= wanted or any(writer.problem for writer in writers))
    server.kill()
    server.start()


def verify(found, held, now):
    for key, expires in held.items():
        if expires == "?":
            continue
        if expires is not None and expires < now:
            require(key not in found, f"{key} expired at {expires} and is there at {now}")
        else:
            require(key in found, f"{key} expires at {expires} and is gone at {now}")
            require(found[key] == expires, f"{key} expires at {found[key]} and not at {expires}")
    late = [key for key, expires in found.items() if expires is not None and expires < now]
    require(not late, f"expired and still there: {late[:5]}")


def run_round(server, options, chance, number):
    table = f"Sessions{number}"
    connection = Connection(server.port)
    call(connection, "CreateTable", {
        "TableName": table, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]})
    held = {}
    for index in range(options.items):
        item, held[f"k{index}"] = random_item(chance, f"k{index}")
        call(connection, "PutItem", {"TableName": table, "Item": item})
    done = threading.Event()
    writers = [Writer(server, table, each, chance.random(), options.items, done) for each in range(options.clients)]
    walking = sweeping = 0
    try:
        for writer in writers:
            writer.start()
        call(connection, "UpdateTimeToLive", {
            "TableName": table, "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "expires"}})
        for _ in range(options.kills):
            walking += status_of(Connection(server.port), table) == "ENABLING"
            kill_and_start(server, writers, chance)
        await_true("the walk's end", lambda: status_of(Connection(server.port), table) == "ENABLED")
        turn_clock(server, advance=STEP_SECONDS)
        for _ in range(options.kills):
            found = scan(Connection(server.port), table)
            sweeping += any(expires is not None and expires < BEGIN + STEP_SECONDS for expires in found.values())
            kill_and_start(server, writers, chance)
    finally:
        done.set()
        for writer in writers:
            writer.join()
    for writer in writers:
        if writer.problem is not None:
            raise writer.problem
        held.update(writer.held)
    connection = Connection(server.port)
    now = BEGIN + STEP_SECONDS
    await_true("the sweep's end", lambda: not any(
        expires is not None and expires < now for expires in scan(connection, table).values()))
    found = scan(connection, table)
    verify(found, held, now)
    call(connection, "DeleteTable", {"TableName": table})
    return walking, sweeping, sum(writer.writes for writer in writers), len(found)


def run(options, folder):
    chance = random.Random(options.seed)
    walking = sweeping = writes = left = 0
    for number in range(options.rounds):
        # The clock never goes back, so each round has its own store.
        server = StatorServer(options.server, ["--data", os.path.join(folder, str(number))]).start()
        try:
            turn_clock(server, set="2100-01-01T00:00:00Z", frozen=True)
            more_walking, more_sweeping, more_writes, left = run_round(server, options, chance, number)
            require(server.stop() == 0, "the last, clean stop was not clean")
        finally:
            if server.running():
                server.kill()
        walking += more_walking
        sweeping += more_sweeping
        writes += more_writes
    print(f"{options.rounds} tables, {2 * options.rounds * options.kills} kills, {walking} of them within a walk and {sweeping} within a sweep, "
          f"{writes} writes meanwhile; the last table had {left} items left, all right")


def main():
    parser = crash_run.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=int(os.environ.get("STATOR_EXPIRIES", "2")))
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("--items", type=int, default=3000)
    return crash_run.run_in_folder("time-to-live", parser.parse_args(), run)


if __name__ == "__main__":
    sys.exit(main())
