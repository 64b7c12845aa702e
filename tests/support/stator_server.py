"""Starts and stops a Stator server for black-box tests. Standard library only."""

import http.client
import json
import os
import re
import select
import signal
import subprocess
import tempfile
import time

# A start takes tens of milliseconds; this bounds a hang, also under sanitizers on a busy machine.
START_SECONDS_MAX = 60
STOP_SECONDS_MAX = 30
LISTENING = re.compile(r"listening on https?://([^\s/]+):(\d+)")


class ServerError(Exception):
    """The server did not start, or ended unexpectedly."""


class StatorServer:
    """One server process. `arguments` follow `stator serve --port 0`. `environment` None means this process's own."""

    def __init__(self, binary, arguments=("--memory",), port=0, environment=None):
        self.binary = binary
        self.arguments = list(arguments)
        self.wanted_port = port
        self.environment = environment
        self.process = None
        self.port = None
        self.start_seconds = None
        self.welcome = None  # the text that a start prints
        self._stderr = None

    def start(self):
        if self._stderr is None:
            self._stderr = tempfile.TemporaryFile()
        command = [self.binary, "serve", "--port", str(self.wanted_port), *self.arguments]
        began = time.monotonic()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._stderr, env=self.environment)
        self.port = self._await_port(command)
        self.start_seconds = time.monotonic() - began
        return self

    def _await_port(self, command):
        seen = b""
        deadline = time.monotonic() + START_SECONDS_MAX
        descriptor = self.process.stdout.fileno()
        while time.monotonic() < deadline:
            ready, _, _ = select.select([descriptor], [], [], 0.2)
            chunk = os.read(descriptor, 4096) if ready else None
            if chunk == b"":
                self.process.wait()
                break
            seen += chunk or b""
            found = LISTENING.search(seen.decode(errors="replace"))
            if found:
                self.welcome = seen.decode(errors="replace")
                return int(found.group(2))
        raise ServerError(
            f"{' '.join(command)} did not say where it listens.\n"
            f"stdout: {seen.decode(errors='replace')}\nstderr: {self.stderr_tail()}")

    def stderr_tail(self, size_max=4000):
        if self._stderr is None:
            return ""
        self._stderr.seek(0, os.SEEK_END)
        size = self._stderr.tell()
        self._stderr.seek(max(0, size - size_max))
        text = self._stderr.read().decode(errors="replace")
        self._stderr.seek(0, os.SEEK_END)
        return text

    def running(self):
        return self.process is not None and self.process.poll() is None

    def stop(self):
        """Sends SIGTERM and returns the exit status; a clean stop is 0."""
        if self.process is None:
            return 0
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS_MAX)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise ServerError("the server did not stop on SIGTERM")
        return self._reap()

    def kill(self):
        self.process.kill()
        self.process.wait()
        return self._reap()

    def _reap(self):
        self.process.stdout.close()
        status = self.process.returncode
        self.process = None
        if status == 0:
            self._stderr.close()
            self._stderr = None
        return status

    def restart(self):
        self.stop()
        return self.start()

    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        if self.process is not None:
            self.stop()


STREAMS_OPERATIONS = {"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"}

# Services other than DynamoDB, whose operations are named like "AutoScaling.TagResource": the prefix of their targets,
# the version of their JSON, and their name in signatures.
SERVICES = {
    "AutoScaling": ("AnyScaleFrontendService", "1.1", "application-autoscaling"),
    "CloudWatch": ("GraniteServiceVersion20100801", "1.0", "monitoring"),
}


def target_of(operation):
    """Returns (X-Amz-Target, version of JSON, signing name)."""
    service, _, name = operation.rpartition(".")
    if service in SERVICES:
        prefix, version, signing_name = SERVICES[service]
        return f"{prefix}.{name}", version, signing_name
    if service:
        return operation, "1.0", "dynamodb"
    service = "DynamoDBStreams" if operation in STREAMS_OPERATIONS else "DynamoDB"
    return f"{service}_20120810.{operation}", "1.0", "dynamodb"


def default_headers(operation):
    """Returns the headers of an SDK, with an invalid signature: by default the server accepts any credentials."""
    target, version, signing_name = target_of(operation or "")
    headers = {
        "Content-Type": f"application/x-amz-json-{version}",
        "X-Amz-Date": time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()),
        "Authorization": f"AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/{signing_name}/aws4_request, "
                         "SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=" + "0" * 64,
    }
    if operation is not None:
        headers["X-Amz-Target"] = target
    if operation is not None and operation.startswith("CloudWatch."):
        headers["x-amzn-query-mode"] = "true"
    return headers


class Connection:
    """A keep-alive connection that uses the JSON protocol."""

    def __init__(self, port, timeout_seconds=60):
        self._http = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_seconds)

    def call(self, operation, request):
        """Returns (status, decoded body)."""
        return self._send(operation, request, {})[:2]

    def explained(self, operation, request):
        """Returns (status, decoded body, the answer's explanation or None)."""
        status, body, headers = self._send(operation, request, {"x-stator-explain": "1"})
        explanation = headers["x-stator-explain"]
        return status, body, json.loads(explanation) if explanation else None

    def _send(self, operation, request, headers):
        body = json.dumps(request).encode()
        self._http.request("POST", "/", body, {**default_headers(operation), **headers})
        response = self._http.getresponse()
        data = response.read()
        return response.status, json.loads(data) if data else {}, response.headers

    def admin(self, method, path, body=None):
        """Returns (status, decoded body) of an admin function."""
        self._http.request(method, f"/_stator/{path}", None if body is None else json.dumps(body))
        response = self._http.getresponse()
        return response.status, json.loads(response.read())

    def close(self):
        self._http.close()
