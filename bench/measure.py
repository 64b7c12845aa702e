"""Shared by the programs of this folder: processes to measure, and their load."""

import argparse
import json
import os
import pathlib
import select
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "support"))

from stator_server import LISTENING, Connection, StatorServer  # noqa: E402

TABLE = "Bench"
CONNECTIONS = 64
ATTEMPTS_MAX = 3
SETTLE_SECONDS_MAX = 20
OTHERS_MAX = 0.05  # share of the machine's time; with more for other programs, figures are in doubt
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """Returns the user and system time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def machine_seconds():
    """Returns the processor time of all processes since the machine started: user and system, without interrupts."""
    user, nice, system = pathlib.Path("/proc/stat").read_text().split()[1:4]
    return (int(user) + int(nice) + int(system)) / TICKS_PER_SECOND


class Others:
    """Measures the processor time of processes outside the benchmark while the block runs. `pid`: a measured server.
    Programs that the block runs to their end count as the benchmark's own.
    """

    def __init__(self, pid=None):
        self.pid = pid
        self.share = None

    def used(self):
        times = os.times()
        own = times.user + times.system + times.children_user + times.children_system
        return time.monotonic(), machine_seconds() - own - (cpu_seconds(self.pid) if self.pid else 0)

    def __enter__(self):
        self.before = self.used()
        return self

    def __exit__(self, *_):
        seconds, used = (now - before for now, before in zip(self.used(), self.before))
        self.share = max(0, used / seconds / os.cpu_count())


def memory_mb(pid):
    """Returns the resident memory: all of it, and the part that is not mapped from files."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return tuple(int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon"))


def settle(*pids, seconds_max=SETTLE_SECONDS_MAX):
    """Waits until compactions and other background work have ended, so that they do not distort the next phase."""
    deadline = time.monotonic() + seconds_max
    before = [cpu_seconds(pid) for pid in pids]
    while time.monotonic() < deadline:
        time.sleep(0.25)
        now = [cpu_seconds(pid) for pid in pids]
        if now == before:
            return
        before = now


def run_json(command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


class Load:
    """Runs bench/load.cc with the options that all phases share."""

    def __init__(self, build):
        self.binary = build / "bin" / "bench_load"
        self.seed = 0

    def command(self, port, operation, **options):
        self.seed += 1
        command = [self.binary, "--port", port, "--operation", operation, "--connections", CONNECTIONS,
                   "--seed", self.seed]
        for name, value in options.items():
            command += ["--" + name.replace("_", "-"), *([] if value is True else [value])]
        return [str(part) for part in command]

    def run(self, port, operation, pid=None, **options):
        """`pid`: the server's. Its processor time per request is then measured, with warm-up included in both."""
        used = cpu_seconds(pid) if pid else 0
        with Others(pid) as others:
            result = run_json(self.command(port, operation, **options))
        result["others"] = others.share
        if result["errors"]:
            raise SystemExit(f"{operation} on port {port} failed: {result['errors']}")
        if pid:
            seconds = options.get("seconds", 1)
            part = seconds / (seconds + options.get("warmup", 0))
            result["cpu_us"] = (cpu_seconds(pid) - used) * part / max(result["operations"], 1) * 1e6
        return result


class BareServer:
    """Runs bench/bare_http.cc."""

    def __init__(self, build, contexts, threads, body_bytes):
        command = [build / "bin" / "bench_bare_http", "--contexts", contexts, "--threads", threads,
                   "--body-bytes", body_bytes]
        self.process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE)
        ready, _, _ = select.select([self.process.stdout], [], [], 10)
        found = LISTENING.search(self.process.stdout.readline().decode() if ready else "")
        if not found:
            self.process.kill()
            raise SystemExit("bench_bare_http did not say where it listens")
        self.port = int(found.group(2))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def start_stator(build, folder, *arguments):
    server = StatorServer(str(build / "bin" / "stator"), ["--data", str(folder), *map(str, arguments)])
    return server.start()


def create_table(port, name=TABLE, indexes=0, stream=False, warm=None):
    """Creates a table with one key. `indexes`: the number of global ones, of all attributes, keyed "g0" and so on;
    `stream`: of both images; `warm`: its warm throughput.
    """
    keys = [f"g{i}" for i in range(indexes)]
    request = {
        "TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": key, "AttributeType": "S"} for key in ["pk", *keys]],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}
    if keys:
        request["GlobalSecondaryIndexes"] = [
            {"IndexName": f"by-{key}", "KeySchema": [{"AttributeName": key, "KeyType": "HASH"}],
             "Projection": {"ProjectionType": "ALL"}} for key in keys]
    if stream:
        request["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}
    if warm:
        request["WarmThroughput"] = warm
    connection = Connection(port)
    status, answer = connection.call("CreateTable", request)
    connection.close()
    if status != 200:
        raise SystemExit(f"CreateTable: {status} {answer}")


def delete_table(port, name):
    connection = Connection(port)
    status, answer = connection.call("DeleteTable", {"TableName": name})
    connection.close()
    if status != 200:
        raise SystemExit(f"DeleteTable: {status} {answer}")


def fill_table(build, folder, name, items, collection, item_bytes):
    """Fills a table with a sort key in a data folder that no server has open (bench/fill.cc)."""
    command = [build / "bin" / "bench_fill", "--folder", folder, "--table", name, "--items", items,
               "--collection", collection, "--item-bytes", item_bytes]
    subprocess.run([str(part) for part in command], check=True)


def parse_phase_arguments(description, rounds, folder):
    """Adds the options of a program that measures phases alone; bench/run has the same ones."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build folder of the preset bench")
    parser.add_argument("--folder", type=pathlib.Path,
                        help=f"where data is put, {folder}; the build folder if not given")
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--warmup", type=float, default=1.5)
    parser.add_argument("--keys", type=int, default=50_000, help="items that are written")
    options = parser.parse_args()
    options.folder = options.folder or options.build
    options.quick = False
    return options


def measure_phases(options, title, kind):
    """Runs Phases of that kind in a temporary folder and prints them; returns the figures by phase."""
    print(f"\n{title}; {CONNECTIONS} connections", flush=True)
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="bench-") as folder:
        phases = kind(options, pathlib.Path(folder))
        phases.run()
        phases.print_all()
    return phases.figures


def measure_alone(description, rounds, folder, measure_all):
    """The main function of a part of bench/run that runs alone: prints the result of `measure_all(options)`."""
    options = parse_phase_arguments(description, rounds, folder)
    for line in first_lines():
        print(line)
    return measure_all(options)


class Phases:
    """The measurements by phase and round. Every phase runs once a round, so that changes of the machine's speed affect
    all phases. `options` have rounds, seconds and warmup.
    """

    def __init__(self, options):
        self.options = options
        self.load = Load(options.build)
        self.figures = {}

    def timing(self):
        return {"seconds": self.options.seconds, "warmup": self.options.warmup}

    def note(self, phase, pids, run):
        """Runs `run` once the processes rest and keeps its result. If other programs used the machine meanwhile, it
        retries.
        """
        attempts = []
        while len(attempts) < ATTEMPTS_MAX and (not attempts or attempts[-1]["others"] > OTHERS_MAX):
            settle(*pids)
            attempts.append(run())
        result = min(attempts, key=lambda attempt: attempt["others"])
        self.figures.setdefault(phase, []).append(result)
        disturbed = f"   disturbed: others took {result['others']:.0%} of the machine"
        print(f"  {phase:24} {result['rate']:>10,.0f}/s{disturbed if result['others'] > OTHERS_MAX else ''}",
              file=sys.stderr, flush=True)

    def measure_stator(self, phase, server, operation, **options):
        pid = server.process.pid
        self.note(phase, [pid], lambda: self.load.run(server.port, operation, pid=pid, **self.timing(), **options))

    def measure_rocksdb(self, phase, pids, folder, operation="write", **options):
        """Runs bench/bare_rocksdb.cc while the servers with these process ids rest."""
        command = [self.options.build / "bin" / "bench_bare_rocksdb", "--folder", folder, "--operation", operation]
        for name, value in {**self.timing(), **options}.items():
            command += ["--" + name.replace("_", "-"), value]

        def run():
            with Others() as others:
                result = run_json(command)
            return {**result, "others": others.share}

        self.note(phase, pids, run)

    def values(self, phase, name, per_item=False):
        """Returns a figure for each round; with `per_item` rates and times per item rather than per request."""
        if not per_item:
            return [figure[name] for figure in self.figures[phase] if name in figure]
        if name == "rate":
            return [figure["items_rate"] for figure in self.figures[phase]]
        return [figure[name] * figure["operations"] / max(figure["items"], 1)
                for figure in self.figures[phase] if name in figure]

    def median(self, phase, name, per_item=False):
        values = self.values(phase, name, per_item)
        return statistics.median(values) if values else None

    def ratio(self, name, phase, *others, per_item=False):
        """Returns the median over the rounds. Each round compares runs within the same minute."""
        compared = zip(*(self.values(other, name, per_item) for other in others))
        return statistics.median(value / min(each)
                                 for value, each in zip(self.values(phase, name, per_item), compared))

    def print_rates(self, rows):
        """`rows`: title, phase and, where the figures are those of one item of a request with many, True."""
        print(f"\n{'':40}{'rate/s':>10} {'least':>10} {'most':>10} {'p50 ms':>8} {'p99 ms':>8} {'cpu µs':>10}")
        for title, phase, *per_item in rows:
            rates = self.values(phase, "rate", *per_item)
            cpu = self.median(phase, "cpu_us", *per_item)
            print(f"{title:40}{statistics.median(rates):>10,.0f} {min(rates):>10,.0f} {max(rates):>10,.0f}"
                  f" {self.median(phase, 'p50_us') / 1000:>8.2f} {self.median(phase, 'p99_us') / 1000:>8.2f}"
                  f" {f'{cpu:.{2 if cpu < 1 else 1}f}' if cpu else '':>10}")
        most = max(figure["others"] for figures in self.figures.values() for figure in figures)
        if most > OTHERS_MAX:
            print(f"WARNING: other programs took up to {most:.0%} of the machine during a phase; "
                  "the figures mean little")


def first_lines():
    """Returns the facts that the figures depend on."""
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    lines = [f"{os.cpu_count()} cores, {model}"]
    with Others() as others:
        time.sleep(1)
    if others.share > OTHERS_MAX:
        lines.append(f"WARNING: other programs take {others.share:.0%} of the machine; figures taken now mean little")
    return lines
