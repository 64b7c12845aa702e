#!/usr/bin/env python3
"""Measures requests for many items or entries at once, compared with the same reads and writes of RocksDB.

    bench/pages.py build/bench [--rounds 5] [--seconds 5]

Part of bench/run.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import typing

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import measure  # noqa: E402

KB = 1024
INDEXED = "Indexed"
INDEXES = 3
BATCH = 25  # kBatchItems of bench/request.h
WRITTEN = '{"UnprocessedItems":{}}'


class Filled(typing.NamedTuple):
    """A table that exists from the start."""
    name: str
    items: int
    collection: int
    item_bytes: int

    def kind(self):
        """Returns its description for bench/load.cc and bench/bare_rocksdb.cc."""
        return {"keys": self.items, "collection": self.collection}


HUNDRED = Filled("Hundred", 50_000, 100, KB)
FULL = Filled("Full", 20 * KB, KB, KB)  # a page of 1 MB holds exactly one collection


def many(options):
    return Filled("Many", 100_000 if options.quick else 1_000_000, 10, 100)


class Pages(measure.Phases):
    def __init__(self, options, folder):
        super().__init__(options)
        self.folder = folder
        self.many = many(options)
        self.stator = None

    def fill(self):
        for table in (HUNDRED, FULL, self.many):
            measure.fill_table(self.options.build, self.folder / "stator", *table)
            command = [self.options.build / "bin" / "bench_bare_rocksdb", "--folder", self.folder / table.name,
                       "--operation", "fill", "--row-bytes", table.item_bytes]
            for name, value in table.kind().items():
                command += ["--" + name, value]
            subprocess.run([str(part) for part in command], check=True)

    def compare_query(self, table):
        self.measure_stator(f"query {table.name}", self.stator, "query", table=table.name,
                            answer_bytes_min=table.collection * table.item_bytes, **table.kind())
        self.read_rocksdb(f"rocksdb {table.name}", table, "read")

    def compare_scan(self):
        self.measure_stator("scan", self.stator, "scan", table=self.many.name, segments=measure.CONNECTIONS)
        self.read_rocksdb("rocksdb scan", self.many, "scan", segments=measure.CONNECTIONS)

    def read_rocksdb(self, phase, table, operation, **options):
        """One thread a core: nothing waits, so more threads would only compete."""
        self.measure_rocksdb(phase, [self.stator.process.pid], self.folder / table.name, operation,
                             threads=os.cpu_count(), **table.kind(), **options)

    def compare_indexed_put(self):
        keys = self.options.keys
        self.measure_stator("put indexed", self.stator, "put", table=INDEXED, indexes=INDEXES, keys=keys)
        self.write_rocksdb("rocksdb indexed", entries=1 + INDEXES)

    def compare_batch(self):
        self.measure_stator("batch", self.stator, "batch", keys=self.options.keys, answer_bytes_max=len(WRITTEN))
        self.write_rocksdb("rocksdb batch", batch=BATCH)

    def write_rocksdb(self, phase, **options):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.measure_rocksdb(phase, [self.stator.process.pid], folder, threads=measure.CONNECTIONS,
                                 keys=self.options.keys, **options)

    def run(self):
        self.fill()
        self.stator = measure.start_stator(self.options.build, self.folder / "stator")
        try:
            measure.create_table(self.stator.port)
            measure.create_table(self.stator.port, INDEXED, INDEXES)
            for number in range(self.options.rounds):
                print(f"round {number + 1} of {self.options.rounds}", file=sys.stderr)
                self.compare_query(HUNDRED)
                self.compare_query(FULL)
                self.compare_scan()
                self.compare_indexed_put()
                self.compare_batch()
        finally:
            self.stator.stop()

    def print_all(self):
        compared = [
            ("Query of 100 items of 1 KB", "query Hundred", "rocksdb Hundred"),
            ("Query of a page of 1 MB, 1,024 items", "query Full", "rocksdb Full"),
            (f"Scan, {measure.CONNECTIONS} segments of {self.many.items:,}, items", "scan", "rocksdb scan", True),
            (f"PutItem with {INDEXES} global indexes", "put indexed", "rocksdb indexed"),
            (f"BatchWriteItem of {BATCH} items of 1 KB", "batch", "rocksdb batch"),
        ]
        rows = []
        for title, stator, rocksdb, *per_item in compared:
            rows += [(title, stator, *per_item), ("  RocksDB", rocksdb, *per_item)]
        self.print_rates(rows)
        print(f"\n{'RocksDB did the same':40}{'rate':>10} {'cpu µs':>10}")
        for title, stator, rocksdb, *per_item in compared:
            rate = self.ratio("rate", stator, rocksdb, per_item=bool(per_item))
            cpu = self.ratio("cpu_us", stator, rocksdb, per_item=bool(per_item))
            print(f"{title:40}{rate:>10.0%} {f'× {cpu:.1f}':>10}")


def measure_all(options):
    return measure.measure_phases(options, "pages, batches and indexes", Pages)


if __name__ == "__main__":
    measure.measure_alone(__doc__, 5, "1 GB", measure_all)
