#!/usr/bin/env python3
"""Runs wire scripts against a server and compares its answers; docs/testing.md describes the format.

    runner.py --server build/dev/bin/stator [--config configs/memory.json] [--update] FOLDER|FILE...
"""

import argparse
import http.client
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from matching import differences, is_request_id  # noqa: E402
from script import ScriptError, parse, rewrite, substitute  # noqa: E402
from signing import signed  # noqa: E402
from stator_server import ServerError, StatorServer, default_headers, target_of  # noqa: E402

RESPONSE_SECONDS_MAX = 60
STATUS_SECONDS_MAX = 60


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.body = response.read()
        self.headers = {}
        for name, value in response.getheaders():
            self.headers.setdefault(name.lower(), value)


class Session:
    """A server under one configuration, and the one connection the scripts use."""

    def __init__(self, binary, config):
        self.config = config
        self.folder = tempfile.mkdtemp(prefix="stator-wire-")
        arguments = [a.replace("{folder}", self.folder) for a in config["arguments"]]
        self.server = StatorServer(binary, arguments)
        self.http = None

    def open(self):
        for name, text in self.config.get("files", {}).items():
            path = pathlib.Path(self.folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.server.start()
        self._connect()
        return self

    def start_anew(self):
        """Starts a server with empty data."""
        if self.server.running():
            self.server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        os.mkdir(self.folder)
        self.open()

    def _connect(self):
        if self.http is not None:
            self.http.close()
        self.http = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=RESPONSE_SECONDS_MAX)

    def restart(self):
        status = self.server.stop()
        if status != 0:
            raise ServerError(f"the server ended with status {status}: {self.server.stderr_tail()}")
        self.server.start()
        self._connect()

    def close(self):
        if self.http is not None:
            self.http.close()
        try:
            return self.server.stop() if self.server.process is not None else 0
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, path, headers, body):
        try:
            answer = self._send_once(method, path, headers, body)
        except (OSError, http.client.HTTPException) as problem:
            if not self.server.running():
                raise ServerError(f"the server ended: {problem}\n{self.server.stderr_tail()}")
            self._connect()  # the previous script may have made the server close the connection
            answer = self._send_once(method, path, headers, body)
        if answer.headers.get("connection", "").lower() == "close":
            self._connect()
        if self.config.get("restart_after_every_request"):
            self.restart()
        return answer

    def _send_once(self, method, path, headers, body):
        has_host = any(name.lower() == "host" for name in headers)
        self.http.putrequest(method, path, skip_accept_encoding=True, skip_host=has_host)
        for name, value in headers.items():
            self.http.putheader(name, value)
        if "content-length" not in {n.lower() for n in headers} and (body or method == "POST"):
            self.http.putheader("Content-Length", str(len(body)))
        try:
            self.http.endheaders(body or None)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server refuses a too large body early; the refusal can still be read
        return Answer(self.http.getresponse())

    def call(self, operation, request):
        return self.send("POST", "/", default_headers(operation), json.dumps(request).encode())

    def administer(self, path, request):
        headers = {"Content-Type": "application/json"}
        answer = self.send("POST", "/_stator/" + path, headers, json.dumps(request).encode())
        if answer.status != 200:
            raise ServerError(f"{path} answered {answer.status}: {answer.body.decode(errors='replace')}")

    def await_status(self, table, status):
        """Polls as an SDK's waiter does, without pausing: the server's answers set the pace."""
        deadline = time.monotonic() + STATUS_SECONDS_MAX
        while time.monotonic() < deadline:
            if self.status_of(table) == status:
                return
        raise ServerError(f"{table} did not become {status} in {STATUS_SECONDS_MAX} s")

    def status_of(self, what):
        """Returns the status of a table, its index (TABLE/INDEX) or its time to live (TABLE:ttl), or an item count
        (TABLE:items).
        """
        name, _, feature = what.partition(":")
        if feature == "ttl":
            return json.loads(self.call("DescribeTimeToLive", {"TableName": name}).body)["TimeToLiveDescription"]["TimeToLiveStatus"]
        if feature == "items":
            return str(json.loads(self.call("Scan", {"TableName": name, "ConsistentRead": True, "Select": "COUNT"}).body)["Count"])
        name, _, index = what.partition("/")
        answer = json.loads(self.call("DescribeTable", {"TableName": name}).body)
        return index_status(answer, index) if index else answer.get("Table", {}).get("TableStatus", "gone")

    def turn_clock(self, turn):
        answer = self.send("POST", "/_stator/clock", {}, json.dumps(turn).encode())
        if answer.status != 200:
            raise ServerError(f"the clock cannot be turned: {answer.body.decode(errors='replace')}")

    def drop_tables(self):
        while True:
            answer = self.call("ListTables", {})
            names = json.loads(answer.body)["TableNames"]
            if not names:
                return
            for name in names:
                self._drop(name)

    def _drop(self, name):
        answer = self.call("DeleteTable", {"TableName": name})
        if answer.status == 200:
            return
        self.call("UpdateTable", {"TableName": name, "DeletionProtectionEnabled": False})
        answer = self.call("DeleteTable", {"TableName": name})
        if answer.status != 200:
            raise ServerError(f"table {name} cannot be dropped: {answer.body.decode(errors='replace')}")


def index_status(answer, name):
    """Returns DescribeTable's status, but BACKFILLING while a new index backfills."""
    for index in answer.get("Table", {}).get("GlobalSecondaryIndexes", []):
        if index["IndexName"] == name:
            return "BACKFILLING" if index.get("Backfilling") else index["IndexStatus"]
    return "gone"


def headers_of(exchange, variables):
    """Returns method, path, headers, and the key to sign with, if any."""
    headers = default_headers(exchange.operation)
    for name, value in exchange.request_headers:
        for known in [h for h in headers if h.lower() == name.lower()]:
            del headers[known]
        if value != "<none>":
            headers[name] = substitute(value, variables)
    method = headers.pop(":method", "POST")
    path = headers.pop(":path", "/")
    return method, path, headers, headers.pop(":sign", None)


def invariants(answer, path="/"):
    """Checks the rules that hold for every answer of the service. The admin API has none."""
    problems = []
    if path.startswith("/_stator/"):
        return problems
    crc = answer.headers.get("x-amz-crc32")
    if crc is not None and int(crc) != zlib.crc32(answer.body):
        problems.append(f"x-amz-crc32 is {crc}, the body's is {zlib.crc32(answer.body)}")
    kind = answer.headers.get("content-type", "")
    if answer.status in (200, 400) and "json" in kind:
        if crc is None:
            problems.append("no x-amz-crc32 header")
        if not is_request_id(answer.headers.get("x-amzn-requestid", "")):
            problems.append(f"x-amzn-RequestId is {answer.headers.get('x-amzn-requestid')!r}")
    return problems


def body_differences(exchange, answer, variables):
    if exchange.expects_raw is not None:
        wanted = substitute(exchange.expects_raw, variables).encode()
        return [] if answer.body == wanted else [f"body: expected {wanted!r}, got {answer.body!r}"]
    if exchange.expected is None:
        return []
    try:
        actual = json.loads(answer.body)
    except ValueError:
        return [f"body is not JSON: {answer.body[:500]!r}"]
    if isinstance(actual, dict):
        actual.pop("__type", None)
    expected = json.loads(substitute(exchange.expected, variables))
    return differences(expected, actual, variables)


def type_differences(exchange, answer):
    if exchange.error is None:
        return []
    try:
        actual = json.loads(answer.body).get("__type", "")
    except (ValueError, AttributeError):
        actual = ""
    shown = actual if "#" in exchange.error else actual.rpartition("#")[2]
    return [] if shown == exchange.error else [f"__type: expected {exchange.error}, got {actual!r}"]


def check(exchange, answer, variables):
    problems = []
    if answer.status != exchange.status:
        problems.append(f"status: expected {exchange.status}, got {answer.status}")
    problems += type_differences(exchange, answer)
    for name, wanted in exchange.response_headers:
        actual = {name: answer.headers[name.lower()]} if name.lower() in answer.headers else {}
        problems += differences({name: substitute(wanted, variables)}, actual, variables, "headers")
    problems += body_differences(exchange, answer, variables)
    path = dict(exchange.request_headers).get(":path", "/")
    return problems + invariants(answer, path)


def shown(answer):
    text = answer.body.decode(errors="replace")
    return text if len(text) <= 2000 else text[:2000] + f"… ({len(text)} characters)"


def run_script(session, script, update):
    """Returns the problems found, as printable text."""
    now = time.gmtime()
    variables = {"NOW": time.strftime("%Y%m%dT%H%M%SZ", now), "TODAY": time.strftime("%Y%m%d", now), **script.variables}
    failed = {}
    problems = []
    for exchange in script.exchanges:
        if exchange.restarts:
            session.restart()
            continue
        if exchange.awaits is not None:
            session.await_status(*exchange.awaits)
            continue
        if exchange.turns is not None:
            session.turn_clock(exchange.turns)
            continue
        if exchange.admin is not None:
            session.administer(*exchange.admin)
            continue
        method, path, headers, key = headers_of(exchange, variables)
        body = exchange.body_bytes(variables)
        if key is not None:
            service = target_of(exchange.operation or "")[2]
            headers = signed(service, headers, f"127.0.0.1:{session.server.port}", body, *key.split(), request=(method, path))
        answer = session.send(method, path, headers, body)
        found = check(exchange, answer, variables)
        if not found:
            continue
        failed[exchange] = answer
        lines = "\n".join(f"    {problem}" for problem in found)
        problems.append(f"{script.path}:{exchange.line}: {exchange.title}\n{lines}\n    answer: {answer.status} {shown(answer)}")
        if exchange.is_setup:
            break  # without its table the later results have no meaning
    if update and failed:
        rewrite(script, failed, variables)
        return []
    return problems


def scripts_in(paths):
    for path in paths:
        path = pathlib.Path(path)
        if path.is_dir():
            yield from sorted(path.rglob("*.wire"))
        elif path.exists():
            yield path
        else:
            raise ScriptError(f"{path}: no such script or folder")


def skip_reason(config, script):
    name = f"{script.path.parent.name}/{script.path.name}"
    if script.restarts and not config.get("keeps_data"):
        return "restarts, and this configuration keeps nothing"
    for pattern, reason in config.get("skip", {}).items():
        if pathlib.PurePath(name).match(pattern):
            return reason
    for folder in config.get("only", [script.path.parent.name]):
        if folder == script.path.parent.name:
            return None
    return "this configuration is for " + " ".join(config["only"])


def run_all(options, config):
    scripts = [parse(path) for path in scripts_in(options.scripts)]
    if not scripts:
        raise ScriptError("no scripts found")
    failures = skipped = 0
    began = time.monotonic()
    session = Session(options.server, config).open()
    try:
        for script in scripts:
            reason = skip_reason(config, script)
            if reason is not None:
                skipped += 1
                print(f"skip {script.path.parent.name}/{script.path.name}: {reason}")
                continue
            problems = run_one(session, script, options)
            failures += bool(problems)
            for problem in problems:
                print(problem, end="\n\n")
    finally:
        status = session.close()
    if status != 0:
        print(f"the server ended with status {status}")
        failures += 1
    seconds = time.monotonic() - began
    print(f"{config['name']}: {len(scripts) - skipped - failures} of {len(scripts)} scripts passed, "
          f"{failures} failed, {skipped} skipped, {seconds:.1f} s")
    return 1 if failures else 0


def run_one(session, script, options):
    """Runs a script on a server without tables and removes its tables, also after a crash."""
    try:
        problems = run_script(session, script, options.update)
        if session.config.get("server_for_each_script"):
            session.start_anew()
        else:
            session.drop_tables()
        return problems
    except (ServerError, OSError, http.client.HTTPException, ValueError, KeyError) as problem:
        session.start_anew()
        return [f"{script.path}: {type(problem).__name__}: {problem}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default=os.environ.get("STATOR"), help="the stator binary (or $STATOR)")
    parser.add_argument("--config", default=str(HERE / "configs" / "memory.json"))
    parser.add_argument("--update", action="store_true", help="write the answers seen into the scripts")
    parser.add_argument("scripts", nargs="*", default=[str(HERE)])
    options = parser.parse_args()
    if not options.server:
        parser.error("which server? --server or $STATOR")
    config_path = pathlib.Path(options.config)
    config = {"name": config_path.stem, **json.loads(config_path.read_text())}
    try:
        return run_all(options, config)
    except (ScriptError, ServerError) as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
