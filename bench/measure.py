"""What bench/run and bench/start.py share: processes to measure and the load to measure them with."""

import json
import os
import pathlib
import select
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "support"))

from stator_server import LISTENING, Connection, StatorServer  # noqa: E402

TABLE = "Bench"
CONNECTIONS = 64
SETTLE_SECONDS_MAX = 20
OTHERS_MAX = 0.05  # of the machine that other programs may take before figures are in doubt
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """User and system time of a process so far."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND


def machine_seconds():
    """Processor time of all processes since the machine started, user and system; interrupts left out."""
    user, nice, system = pathlib.Path("/proc/stat").read_text().split()[1:4]
    return (int(user) + int(nice) + int(system)) / TICKS_PER_SECOND


class Others:
    """What processes that are no part of the benchmark use of the machine while the block runs. `pid`: a server
    that is measured; programs that the block runs to their end count as the benchmark's own."""

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
    """Resident memory: all of it, and the part that is not mapped from files."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return tuple(int(fields[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon"))


def settle(*pids):
    """Waits until compactions and the like have ended, so that they are not held against what runs next."""
    deadline = time.monotonic() + SETTLE_SECONDS_MAX
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
    """bench/load.cc with what is the same in all phases."""

    def __init__(self, build):
        self.binary = build / "bin" / "bench_load"
        self.seed = 0

    def command(self, port, operation, **options):
        self.seed += 1
        command = [self.binary, "--port", port, "--operation", operation, "--connections", CONNECTIONS,
                   "--seed", self.seed]
        for name, value in options.items():
            command += ["--" + name.replace("_", "-"), value]
        return [str(part) for part in command]

    def run(self, port, operation, pid=None, **options):
        """`pid`: the server's; its processor time for each request is then measured, warm-up included in both."""
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
    """bench/bare_http.cc."""

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


def start_stator(build, folder):
    server = StatorServer(str(build / "bin" / "stator"), ["--data", str(folder)])
    return server.start()


def create_table(port):
    connection = Connection(port)
    status, answer = connection.call("CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})
    connection.close()
    if status != 200:
        raise SystemExit(f"CreateTable: {status} {answer}")


def first_lines():
    """What the figures depend on."""
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
