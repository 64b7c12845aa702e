#!/usr/bin/env python3
"""Measures the effect of a few heavy clients on all others.

    bench/fairness.py build/bench [--only contains scans] [--seconds 4] [--items 200000]

Each attack runs against its own server. Probes offer requests at a fixed rate, first alone and then beside the attack.
The target: a probe's p99 beside the attack is at most 20 times its p99 alone (5 times for writes beside a backfill). At
least 90 % of the offered requests must be answered. The exit status is 1 if an attack misses its target. Not part of
bench/run.
"""

import argparse
import collections
import gzip
import json
import pathlib
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402
from open_loop import Attack, Probe, request_bytes, run_probes  # noqa: E402
from stator_server import Connection  # noqa: E402

RATIO_MAX = 20
BACKFILL_RATIO_MAX = 5
CROWD_RATIO_MAX = 5  # of a new connection's p99 to the median that the crowd itself gets
SHARE_MIN = 0.9
READS = 400   # offered a second
WRITES = 100  # likewise
BIG = 390 * 1024
BATCH = 25
CROWD = 4000
GZIP = {"Content-Encoding": "gzip"}
CREDENTIALS = "[nobody]\naws_access_key_id = AKIDEXAMPLE\naws_secret_access_key = a-secret\n"

Outcome = collections.namedtuple("Outcome", "attack probe alone beside ratio aim passed note")


def small_item(number):
    return {"pk": {"S": f"k{number}"}, "text": {"S": "x" * 200}}


def get(number):
    return request_bytes("GetItem", {"TableName": measure.TABLE, "Key": {"pk": {"S": f"k{number}"}}})


def put(number):
    return request_bytes("PutItem", {"TableName": measure.TABLE, "Item": {**small_item(number), "n": {"N": str(number)}}})


def transact(number):
    puts = [{"Put": {"TableName": measure.TABLE, "Item": small_item(f"t{number}-{place}")}} for place in range(4)]
    return request_bytes("TransactWriteItems", {"TransactItems": puts})


class Target:
    """A server with a table of small items, and its measurements."""

    def __init__(self, options, folder, auth=False):
        self.options = options
        self.auth = auth
        (folder / "credentials").write_text(CREDENTIALS)
        arguments = ["--auth", folder / "credentials"] if auth else []
        self.server = measure.start_stator(options.build, folder / "data", *arguments)
        self.port = self.server.port

    def __enter__(self):
        if self.auth:
            return self  # an attacker has no key and needs no table
        measure.create_table(self.port)
        for number in range(0, 1000, BATCH):
            self.write(measure.TABLE, [small_item(number + place) for place in range(BATCH)])
        return self

    def __exit__(self, *_):
        self.server.kill()

    def call(self, operation, request):
        connection = Connection(self.port)
        status, answer = connection.call(operation, request)
        connection.close()
        if status != 200:
            raise SystemExit(f"{operation}: {status} {answer}")
        return answer

    def write(self, table, items):
        left = {table: [{"PutRequest": {"Item": item}} for item in items]}
        while left:
            left = self.call("BatchWriteItem", {"RequestItems": left})["UnprocessedItems"]

    def reads(self):
        return Probe(self.port, [get(number) for number in range(1000)], READS)

    def transactions(self):
        return Probe(self.port, [transact(number) for number in range(1000)], WRITES)

    def peak_mb(self):
        text = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(text.partition("VmHWM:")[2].split()[0]) / 1024

    def compare(self, name, probes, requests, connections):
        """`probes`: by their names. Returns the figures of each alone and beside the attack."""
        seconds = self.options.seconds
        run_probes(probes.values(), 1)  # warms up, so that cold caches do not count
        alone = run_probes(probes.values(), seconds)
        with Attack(self.port, requests, connections) as attack:
            time.sleep(0.5)
            beside = run_probes(probes.values(), seconds)
            attack.collect()
        statuses, median = attack.summary()
        note = f"attack: {statuses}, p50 {median or 0:.0f} ms; peak {self.peak_mb():.0f} MB"
        return [judge(name, probe, *figures, RATIO_MAX, note) for probe, *figures in zip(probes, alone, beside)]


def judge(name, probe, alone, beside, aim, note):
    ratio = beside["p99"] / alone["p99"]
    passed = ratio <= aim and beside["share"] >= SHARE_MIN and not beside["refused"]
    if beside["refused"]:
        note += f"; refused {beside['refused']}"
    return Outcome(name, probe, alone, beside, ratio, aim, passed, note)


# --- Bodies (the event loops inflate, check and parse) ---

def numbers_body():
    """16 MB of JSON numbers, which gzip makes 15 KB."""
    return gzip.compress(b'{"TableName":"Bench","Key":[' + b"1," * (8 * 1024 * 1024 - 64) + b"1]}")


def repeated_body():
    """A PutItem with one attribute a million times; the last counts."""
    return gzip.compress(b'{"TableName":"Bench","Item":{"pk":{"S":"r"}' + b',"a":{"S":""}' * 1_000_000 + b"}}")


def attack_gzip_numbers(target):
    return target.compare("gzip: 16 MB of numbers", {"GetItem": target.reads()},
                          [request_bytes("GetItem", numbers_body(), GZIP)], 2)


def attack_gzip_repeated(target):
    return target.compare("gzip: an attribute a million times", {"GetItem": target.reads()},
                          [request_bytes("PutItem", repeated_body(), GZIP)], 2)


def attack_plain_json(target):
    return target.compare("16 MB of JSON, not compressed", {"GetItem": target.reads()},
                          [request_bytes("GetItem", gzip.decompress(numbers_body()))], 2)


def attack_unsigned(target):
    probe = Probe(target.port, [request_bytes(None, b"", method="GET")], READS)
    return target.compare("--auth: gzip without a signature", {"GET /": probe},
                          [request_bytes("GetItem", numbers_body(), {**GZIP, "Authorization": ""})], 4)


# --- Expressions ---

def contains_all(count):
    """Returns a condition that searches the attribute `h` `count` times and fails. Its texts are repetitive, the worst
    case of a search.
    """
    values = {f":n{number}": {"S": "a" * 20 + f"b{number}" + "a" * 20} for number in range(count)}
    return " OR ".join(f"contains(h, :n{number})" for number in range(count)), values


def big_item(number, **more):
    return {"pk": {"S": f"big{number}"}, "h": {"S": "a" * BIG}, **more}


def attack_contains(target):
    target.write(measure.TABLE, [big_item(0)])
    condition, values = contains_all(150)
    update = request_bytes("UpdateItem", {
        "TableName": measure.TABLE, "Key": {"pk": {"S": "big0"}}, "UpdateExpression": "SET a = :n0",
        "ConditionExpression": condition, "ExpressionAttributeValues": values})
    return target.compare("a condition of 150 contains", {"GetItem": target.reads()}, [update], 2)


def attack_scans(target):
    measure.create_table(target.port, "Big")
    for number in range(8):
        target.write("Big", [big_item(number)])
    condition, values = contains_all(150)
    scan = request_bytes("Scan", {"TableName": "Big", "FilterExpression": condition,
                                  "ExpressionAttributeValues": values})
    return target.compare("scans with such a filter",
                          {"GetItem": target.reads(), "TransactWriteItems": target.transactions()}, [scan], 4)


def attack_plain_scans(target):
    measure.create_table(target.port, "Plain")
    for number in range(0, 2000, BATCH):
        target.write("Plain", [{"pk": {"S": f"p{number + place}"}, "text": {"S": "x" * 1024}}
                               for place in range(BATCH)])
    scan = request_bytes("Scan", {"TableName": "Plain"})
    return target.compare("32 connections of scans of 1 MB",
                          {"GetItem": target.reads(), "TransactWriteItems": target.transactions()}, [scan], 32)


# --- Connections ---

def attack_crowd(target):
    """New connections beside a crowd of writers. No server answers them as if it were idle, so they are compared with
    the crowd's own latency.
    """
    probe = Probe(target.port, [get(1)], 50, anew=True)
    alone, = run_probes([probe], target.options.seconds)
    with Attack(target.port, [put(number) for number in range(5000)], CROWD) as crowd:
        time.sleep(1)
        beside, = run_probes([probe], target.options.seconds * 2)
        crowd.collect()
    statuses, median = crowd.summary()
    ratio = beside["p99"] / (median or 1)
    passed = ratio <= CROWD_RATIO_MAX and beside["share"] >= SHARE_MIN
    note = f"crowd: {statuses}, p50 {median or 0:.0f} ms, which is what the ratio is to"
    return [Outcome(f"{CROWD} writers", "GetItem on a new connection", alone, beside, ratio, CROWD_RATIO_MAX, passed, note)]


# --- Indexes ---

def attack_amplification(target):
    measure.create_table(target.port, "Indexed", indexes=20)
    batches = []
    for number in range(12):
        puts = [{"PutRequest": {"Item": big_item(
            f"{number}-{place}", **{f"g{index}": {"S": f"{number}-{place}"} for index in range(20)})}}
            for place in range(BATCH)]
        batches.append(request_bytes("BatchWriteItem", {"RequestItems": {"Indexed": puts}}))
    return target.compare("batches of 10 MB into 20 indexes", {"GetItem": target.reads()}, batches, 12)


def attack_backfill(target):
    """Writes of another table while an index is filled; reads are unharmed."""
    fill(target, "Filled", target.options.items)
    probe = Probe(target.port, [put(number) for number in range(1000)], WRITES)
    run_probes([probe], 1)
    alone, = run_probes([probe], target.options.seconds)
    began = time.monotonic()
    target.call("UpdateTable", {
        "TableName": "Filled", "AttributeDefinitions": [{"AttributeName": "g", "AttributeType": "S"}],
        "GlobalSecondaryIndexUpdates": [{"Create": {
            "IndexName": "by-g", "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"}}}]})
    beside, = run_probes([probe], target.options.seconds)
    seconds = time.monotonic() - began
    indexes = target.call("DescribeTable", {"TableName": "Filled"})["Table"]["GlobalSecondaryIndexes"]
    filling = indexes[0]["IndexStatus"] == "CREATING"
    note = f"{target.options.items:,} items; " + ("still being filled" if filling else f"filled within {seconds:.0f} s")
    return [judge("a global index is filled", "PutItem", alone, beside, BACKFILL_RATIO_MAX, note)]


def fill(target, name, items):
    measure.create_table(target.port, name)
    connection = Connection(target.port)
    for begin in range(0, items, BATCH):
        puts = [{"PutRequest": {"Item": {"pk": {"S": f"f{number}"}, "g": {"S": f"g{number % 1000}"},
                                         "text": {"S": "x" * 60}}}} for number in range(begin, begin + BATCH)]
        status, answer = connection.call("BatchWriteItem", {"RequestItems": {name: puts}})
        if status != 200 or answer["UnprocessedItems"]:
            raise SystemExit(f"BatchWriteItem: {status} {json.dumps(answer)[:200]}")
    connection.close()


ATTACKS = {
    "gzip-numbers": attack_gzip_numbers,
    "gzip-repeated": attack_gzip_repeated,
    "plain-json": attack_plain_json,
    "unsigned": attack_unsigned,
    "contains": attack_contains,
    "scans": attack_scans,
    "plain-scans": attack_plain_scans,
    "crowd": attack_crowd,
    "amplification": attack_amplification,
    "backfill": attack_backfill,
}


def report(outcome):
    alone, beside = outcome.alone, outcome.beside
    verdict = "" if outcome.passed else "   MISSED"
    print(f"{outcome.attack:36}{outcome.probe:28}{alone['p50']:>8.1f}{alone['p99']:>8.1f}"
          f"{beside['p50']:>9.1f}{beside['p99']:>9.1f}{outcome.ratio:>8.1f}{outcome.aim:>5}"
          f"{beside['share']:>7.0%}{verdict}\n    {outcome.note}", flush=True)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build folder, of any preset")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), metavar="ATTACK",
                        help="of: " + ", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=4, help="of each measurement")
    parser.add_argument("--items", type=int, default=200_000, help="items that the index is filled over")
    parser.add_argument("--folder", type=pathlib.Path, help="where data is put, 2 GB; the build folder if not given")
    return parser.parse_args()


def main():
    options = parse_arguments()
    for line in measure.first_lines():
        print(line)
    print(f"\n{'':64}{'alone, ms':>16}{'beside, ms':>18}\n"
          f"{'attack':36}{'probe':28}{'p50':>8}{'p99':>8}{'p50':>9}{'p99':>9}{'ratio':>8}{'aim':>5}{'share':>7}",
          flush=True)
    missed = 0
    for name in options.only or ATTACKS:
        with tempfile.TemporaryDirectory(dir=options.folder or options.build, prefix="bench-") as folder:
            with Target(options, pathlib.Path(folder), auth=name == "unsigned") as target:
                for outcome in ATTACKS[name](target):
                    report(outcome)
                    missed += not outcome.passed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
