"""Raw HTTP clients in their own processes: probes offer requests at a fixed rate, attackers send as fast as they are
answered.

A probe's request has a due time in the schedule, independent of the requests before it. Its latency counts from that
time. So a server that stalls for a second shows the stall in every request that was due meanwhile.
"""

import collections
import errno
import json
import multiprocessing
import os
import selectors
import socket
import time

from stator_server import default_headers

RECEIVED_MAX = 1 << 20
CONTEXT = multiprocessing.get_context("fork")  # shares requests of megabytes instead of pickling them


def request_bytes(operation, body, headers=(), method="POST"):
    """Builds a whole request. `body`: a value that becomes JSON, or bytes as they are."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    fields = {**(default_headers(operation) if operation else {}), **dict(headers), "Host": "localhost",
              "Content-Length": str(len(data))}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} / HTTP/1.1\r\n{head}\r\n".encode() + data


class Client:
    """One keep-alive connection with at most one running request, for a selector."""

    def __init__(self, port, selector):
        self.selector = selector
        self.socket = socket.socket()
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        outcome = self.socket.connect_ex(("127.0.0.1", port))
        if outcome not in (0, errno.EINPROGRESS):
            raise OSError(outcome, os.strerror(outcome))
        self.unsent = memoryview(b"")
        self.head = b""
        self.missing = None  # bytes of the body that are still to come
        self.due = None  # when the running request was due
        self.status = None
        self.events = selectors.EVENT_READ
        selector.register(self.socket, self.events, self)

    def watch(self, events):
        if events != self.events:
            self.events = events
            self.selector.modify(self.socket, events, self)

    def send(self, request, due):
        self.unsent = memoryview(request)
        self.due = due
        self.flush()

    def flush(self):
        try:
            while self.unsent:
                self.unsent = self.unsent[self.socket.send(self.unsent):]
        except BlockingIOError:
            pass
        except OSError as error:
            if error.errno != errno.ENOTCONN:
                raise
        self.watch(selectors.EVENT_READ | selectors.EVENT_WRITE if self.unsent else selectors.EVENT_READ)

    def receive(self):
        """Returns True once an answer is complete. ConnectionError if the server closed the connection."""
        try:
            data = self.socket.recv(RECEIVED_MAX)
        except BlockingIOError:
            return False
        if not data:
            raise ConnectionResetError
        if self.missing is None:
            self.head += data
            end = self.head.find(b"\r\n\r\n")
            if end < 0:
                return False
            self.status = int(self.head[9:12])
            length = self.head[:end].lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            self.missing = int(length or 0) + end + 4 - len(self.head)
            self.head = b""
        else:
            self.missing -= len(data)
        if self.missing > 0:
            return False
        self.missing = None
        return True

    def close(self):
        self.selector.unregister(self.socket)
        self.socket.close()


def percentile(values, part):
    """Returns a percentile of values in any order; None if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else None


class Probe:
    """Offers `rate` requests a second on up to `connections` connections, or each on a new one."""

    def __init__(self, port, requests, rate, connections=32, anew=False):
        self.port = port
        self.requests = requests
        self.rate = rate
        self.connections = connections
        self.anew = anew

    def run(self, seconds):
        """Returns p50 and p99 in ms, the share answered by the end, and statuses other than 200."""
        with selectors.DefaultSelector() as selector:
            return self.measure(selector, seconds)

    def measure(self, selector, seconds):
        idle = [] if self.anew else [Client(self.port, selector) for _ in range(self.connections)]
        waiting = collections.deque()
        latencies = []
        refused = collections.Counter()
        begin = time.monotonic()
        offered = int(self.rate * seconds)
        sent = due_count = 0
        while time.monotonic() < begin + seconds:
            now = time.monotonic()
            while due_count < offered and begin + due_count / self.rate <= now:
                waiting.append(begin + due_count / self.rate)
                due_count += 1
            while waiting and (idle or self.anew):
                client = Client(self.port, selector) if self.anew else idle.pop()
                client.send(self.requests[sent % len(self.requests)], waiting.popleft())
                sent += 1
            next_due = begin + due_count / self.rate
            for key, events in selector.select(max(0, min(next_due, begin + seconds) - time.monotonic())):
                self.serve(key.data, events, idle, latencies, refused)
        late = [time.monotonic() - due for due in waiting]
        late += [time.monotonic() - key.data.due for key in selector.get_map().values() if key.data.due is not None]
        answered = len(latencies) / offered
        # A request without an answer has waited at least this long; leaving it out would flatter the result.
        values = [1000 * value for value in latencies + late]
        return {"p50": percentile(values, 0.5), "p99": percentile(values, 0.99), "share": answered,
                "refused": dict(refused)}

    def serve(self, client, events, idle, latencies, refused):
        if events & selectors.EVENT_WRITE:
            client.flush()
        if not events & selectors.EVENT_READ or not client.receive():
            return
        if client.status == 200:
            latencies.append(time.monotonic() - client.due)
        else:
            refused[client.status] += 1
        client.due = None
        if self.anew:
            client.close()
        else:
            idle.append(client)


def attack(port, requests, connections, results, ready):
    """Sends the requests in turn on every connection, the next as soon as one is answered, until killed. Reports the
    durations in batches.
    """
    selector = selectors.DefaultSelector()
    turn = 0
    seconds = []

    def begin(client):
        nonlocal turn
        client.send(requests[turn % len(requests)], time.monotonic())
        turn += 1

    def connect():
        client = Client(port, selector)
        begin(client)

    for _ in range(connections):
        connect()
    ready.set()
    told = time.monotonic()
    while True:
        for key, events in selector.select(0.2):
            client = key.data
            try:
                if events & selectors.EVENT_WRITE:
                    client.flush()
                if events & selectors.EVENT_READ and client.receive():
                    seconds.append((client.status, time.monotonic() - client.due))
                    begin(client)
            except ConnectionError:
                seconds.append((0, time.monotonic() - client.due))
                client.close()
                connect()
        if time.monotonic() - told > 0.2 and seconds:
            results.put(seconds)
            seconds = []
            told = time.monotonic()


class Attack:
    """Runs `connections` attackers during the block."""

    def __init__(self, port, requests, connections):
        self.results = CONTEXT.Queue()
        self.ready = CONTEXT.Event()
        self.process = CONTEXT.Process(target=attack, daemon=True,
                                       args=(port, requests, connections, self.results, self.ready))
        self.outcomes = []

    def __enter__(self):
        self.process.start()
        self.ready.wait()
        return self

    def collect(self):
        while not self.results.empty():
            self.outcomes += self.results.get()

    def __exit__(self, *_):
        self.collect()
        self.process.kill()
        self.process.join()

    def summary(self):
        """Returns the statuses with their counts, and the median latency in ms."""
        statuses = collections.Counter(status for status, _ in self.outcomes)
        return dict(statuses), percentile([1000 * seconds for _, seconds in self.outcomes], 0.5)


def run_probe(probe, seconds, answer):
    answer.put(probe.run(seconds))


def run_probes(probes, seconds):
    """Runs all probes at once, each in its own process."""
    answers = [CONTEXT.Queue() for _ in probes]
    processes = [CONTEXT.Process(target=run_probe, args=(probe, seconds, answer), daemon=True)
                 for probe, answer in zip(probes, answers)]
    for process in processes:
        process.start()
    results = [answer.get(timeout=seconds + 60) for answer in answers]
    for process in processes:
        process.join()
    return results
