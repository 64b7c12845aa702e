#!/usr/bin/env python3
"""Measures the effect on clients while many items expire in the same second.

    bench/expiry.py --server build/bench/bin/stator [--items 1000000] [--clients 4] [--samples 2000]

Loads items that all expire at one time, with time to live enabled and the clock frozen. Clients write to another table,
and the program records the duration of each PutItem. Then it steps the clock past that time and records the same until
no item is left. It asserts nothing: times depend on the machine.
"""

import argparse
import http.client
import json
import pathlib
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

EXPIRY = 4_102_448_400  # 2100-01-01, an hour after the time at which the clock stops
BATCH = 25
DELETED = "stator_time_to_live_deleted_items_total "


def call(connection, operation, request):
    status, answer = connection.call(operation, request)
    if status != 200:
        raise SystemExit(f"{operation} answered {status} {answer}")
    return answer


def http_call(port, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body)
    text = connection.getresponse().read().decode()
    connection.close()
    return text


def turn_clock(port, **turn):
    return http_call(port, "POST", "/_stator/clock", json.dumps(turn))


def deleted(port):
    return next(int(line.split()[-1]) for line in http_call(port, "GET", "/metrics").split("\n") if line.startswith(DELETED))


def create_table(connection, name):
    call(connection, "CreateTable", {
        "TableName": name, "BillingMode": "PAY_PER_REQUEST", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}]})


def load(port, first, last):
    connection = Connection(port)
    for begin in range(first, last, BATCH):
        puts = [{"PutRequest": {"Item": {"pk": {"S": f"s{number}"}, "expires": {"N": str(EXPIRY)}, "user": {"S": "u" * 100}}}}
                for number in range(begin, min(begin + BATCH, last))]
        call(connection, "BatchWriteItem", {"RequestItems": {"Sessions": puts}})
    connection.close()


def in_threads(count, work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def put_seconds(port, clients, going_on):
    """Measures the duration of each PutItem, for as long as `going_on(puts so far)` is true."""
    seconds = []

    def write(number):
        connection = Connection(port)
        while going_on(len(seconds)):
            began = time.perf_counter()
            call(connection, "PutItem", {"TableName": "Other", "Item": {"pk": {"S": f"{number}-{len(seconds)}"}}})
            seconds.append(time.perf_counter() - began)
        connection.close()

    in_threads(clients, write)
    return sorted(seconds)


def shown(what, seconds):
    at = lambda share: 1000 * seconds[min(len(seconds) - 1, int(share * len(seconds)))]  # noqa: E731
    print(f"{what}: {len(seconds)} PutItem, {at(0.5):.2f} ms median, {at(0.99):.2f} ms at 99 %, {1000 * seconds[-1]:.2f} ms at most")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", required=True)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--samples", type=int, default=2000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, StatorServer(options.server, ["--data", folder]) as server:
        port = server.port
        turn_clock(port, set="2100-01-01T00:00:00Z", frozen=True)
        connection = Connection(port)
        create_table(connection, "Sessions")
        create_table(connection, "Other")
        call(connection, "UpdateTimeToLive", {
            "TableName": "Sessions", "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "expires"}})
        share = -(-options.items // options.clients)
        in_threads(options.clients, lambda n: load(port, n * share, min((n + 1) * share, options.items)))
        shown("before", put_seconds(port, options.clients, lambda puts: puts < options.samples))
        done = threading.Event()
        began = time.perf_counter()
        turn_clock(port, advance="2h")

        def watch():
            while deleted(port) < options.items:
                done.wait(0.05)
            done.set()

        watcher = threading.Thread(target=watch)
        watcher.start()
        during = put_seconds(port, options.clients, lambda puts: not done.is_set() or puts < options.clients)
        watcher.join()
        shown("while they expire", during)
        print(f"{options.items} items expired in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
