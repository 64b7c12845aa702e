#!/usr/bin/env python3
"""Measures the time from the start of Stator's process to its first answer, and its idle memory.

    bench/start.py build/bench [--million] [--starts 10]

The time begins just before the process is spawned and ends when a GetItem is answered over HTTP (ListTables in an empty
folder). The client tries to connect without pause meanwhile.
"""

import argparse
import json
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402

MILLION = 1_000_000
CRASH_LOAD_SECONDS = 3
IDLE_SECONDS = 1
ANSWER_SECONDS_MAX = 60


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def request_bytes(operation, body):
    text = json.dumps(body)
    return (f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
            f"X-Amz-Target: DynamoDB_20120810.{operation}\r\nContent-Length: {len(text)}\r\n\r\n{text}").encode()


LIST = request_bytes("ListTables", {})
GET = request_bytes("GetItem", {"TableName": measure.TABLE, "Key": {"pk": {"S": "0" * 10}}})


def first_answer(port, request, deadline):
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS_MAX) as client:
                client.sendall(request)
                return client.recv(65536)
        except ConnectionRefusedError:
            continue
    raise SystemExit("no answer in time")


class Started:
    """A server whose start was timed."""

    def __init__(self, build, folder, request):
        self.port = free_port()
        command = [str(build / "bin" / "stator"), "serve", "--port", str(self.port), "--data", str(folder)]
        with open(os.devnull, "wb") as nowhere:
            began = time.monotonic()
            self.process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
            answer = first_answer(self.port, request, began + ANSWER_SECONDS_MAX)
            self.seconds = time.monotonic() - began
        expected = b'"Item"' if request is GET else b'"TableNames"'
        if b" 200 " not in answer.split(b"\r\n", 1)[0] or expected not in answer:
            self.kill()
            raise SystemExit(f"unexpected first answer: {answer[:200]}")

    def idle_memory(self):
        measure.settle(self.process.pid)
        time.sleep(IDLE_SECONDS)
        return measure.memory_mb(self.process.pid)

    def stop(self):
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        return time.monotonic() - began

    def kill(self):
        self.process.kill()
        self.process.wait()


def report(title, seconds, memory, results):
    results[title] = {"seconds": seconds, "memory_mb": memory}
    memory_text = f"{memory[0]:>8.1f} {memory[1]:>8.1f}" if memory else ""
    print(f"{title:44}{statistics.median(seconds) * 1000:>8.1f} {max(seconds) * 1000:>8.1f} {memory_text}", flush=True)


def clean_starts(build, folders, request, title, results):
    """Times one start in each of `folders` and ends each server cleanly."""
    seconds, memory = [], None
    for folder in folders:
        server = Started(build, folder, request)
        seconds.append(server.seconds)
        memory = memory or server.idle_memory()
        server.stop()
    report(title, seconds, memory, results)


def crash_starts(build, folder, count, keys, title, results):
    """Times starts that each follow a kill among 64 writers."""
    load = measure.Load(build)
    seconds = []
    server = Started(build, folder, GET)
    for _ in range(count):
        writers = subprocess.Popen(load.command(server.port, "put", keys=keys, seconds=600), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(CRASH_LOAD_SECONDS)
        server.kill()
        writers.wait()
        server = Started(build, folder, GET)
        seconds.append(server.seconds)
    memory = server.idle_memory()
    server.stop()
    report(title, seconds, memory, results)


def fill(build, folder, items):
    server = Started(build, folder, LIST)
    measure.create_table(server.port)
    loaded = measure.Load(build).run(server.port, "put", requests=items, keys=items)
    memory = server.idle_memory()
    stopped = server.stop()
    print(f"{items:,} items written at {loaded['rate']:,.0f}/s; afterwards idle with {memory[0]:.0f} MB, stopped in "
          f"{stopped * 1000:.0f} ms", flush=True)


def measure_all(build, parent, starts, million):
    results = {}
    items = MILLION if million else 20_000
    print(f"\n{'start to first answer':44}{'ms':>8} {'most':>8} {'MB idle':>8} {'of own':>8}")
    with tempfile.TemporaryDirectory(dir=parent, prefix="bench-") as name:
        folder = pathlib.Path(name)
        clean_starts(build, [folder / f"empty{i}" for i in range(starts)], LIST, "empty folder", results)
        fill(build, folder / "filled", items)
        clean_starts(build, [folder / "filled"] * starts, GET, f"{items:,} items, after a clean stop", results)
        crash_starts(build, folder / "filled", starts, items, f"{items:,} items, after kill -9 under load", results)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build folder of the preset bench")
    parser.add_argument("--folder", type=pathlib.Path, help="where data is put; the build folder if not given")
    parser.add_argument("--starts", type=int, default=10)
    parser.add_argument("--million", action="store_true", help="with a million items rather than 20,000")
    options = parser.parse_args()
    for line in measure.first_lines():
        print(line)
    measure_all(options.build, options.folder or options.build, options.starts, options.million)


if __name__ == "__main__":
    main()
