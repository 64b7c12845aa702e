#!/usr/bin/python3
"""Tests examples/orders-service: every page with every place of the data, the bounds, and the README's claims."""

import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import LISTENING, START_SECONDS_MAX, STOP_SECONDS_MAX, StatorServer  # noqa: E402

FOLDER = HERE.parent.parent / "examples" / "orders-service"
README = (FOLDER / "README.md").read_text()
CUSTOMER = {"custId": "c1", "name": "Nina", "email": "nina@example.com", "tier": "gold", "createdAt": "2026-01-02"}
LINE = {"sku": "tea", "qty": 2, "price": 495}


class Service:
    """One process of the service."""

    def __init__(self, *arguments):
        command = [os.environ["SERVICE"], "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS_MAX)
        line = self.process.stdout.readline().decode() if ready else ""
        found = LISTENING.search(line)
        if not found:
            self.process.kill()
            raise RuntimeError(f"{command}: {self.process.communicate()[1].decode()}")
        self.port = int(found.group(2))

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=STOP_SECONDS_MAX)
        return self.process.returncode

    def send(self, method, target, body=None):
        """(status, JSON, header fields)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            text = body if body is None or isinstance(body, (str, bytes)) else json.dumps(body)
            connection.request(method, target, text)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read()), answer.headers
        finally:
            connection.close()


class ServiceCase(unittest.TestCase):
    def start(self, *arguments):
        self.service = Service(*arguments)
        self.addCleanup(self.service.stop)

    def answer(self, status, method, target, body=None):
        answered, content, self.fields = self.service.send(method, target, body)
        self.assertEqual(answered, status, content)
        return content

    def get(self, target):
        return self.answer(200, "GET", target)

    def ids(self, target):
        return [order["orderId"] for order in self.get(target)["orders"]]

    def order(self, order_id, date="2026-11-15", customer="c1", lines=(LINE,), status=201):
        body = {"orderId": order_id, "custId": customer, "orderDate": date, "lines": list(lines)}
        return self.answer(status, "POST", "/orders", body)

    def change(self, order_id, to, version, status=200):
        return self.answer(status, "PATCH", f"/orders/{order_id}", {"status": to, "version": version})


class Pages:
    """The tests of all pages. Each class below runs them on data in another place."""

    def test_customers(self):
        self.assertEqual(self.answer(201, "POST", "/customers", CUSTOMER), CUSTOMER)
        self.assertEqual(self.fields["Location"], "/customers/c1")
        self.assertEqual(self.get("/customers/c1"), CUSTOMER)
        self.answer(409, "POST", "/customers", {**CUSTOMER, "name": "Another"})
        self.assertEqual(self.get("/customers/c1"), CUSTOMER)
        self.answer(404, "GET", "/customers/c")

    def test_an_order_with_its_lines(self):
        made = self.order("o1", lines=[{**LINE, "qty": number} for number in range(1, 13)])
        self.assertEqual((made["total"], made["status"], made["version"]), (78 * 495, "OPEN", 1))
        self.assertEqual(self.fields["Location"], "/orders/o1")
        self.assertEqual(self.get("/orders/o1"), made)
        self.assertEqual([line["lineNo"] for line in made["lines"]], list(range(1, 13)))
        self.answer(404, "GET", "/orders/o")

    def test_an_order_is_created_once_and_completely(self):
        made = self.order("o1")
        self.order("o1", lines=[LINE, LINE], status=409)
        self.assertEqual(self.get("/orders/o1"), made)

    def test_an_order_may_be_as_large_as_a_transaction(self):
        self.order("o1", lines=[LINE] * 98)
        self.assertEqual(len(self.get("/orders/o1")["lines"]), 98)
        self.order("o2", lines=[LINE] * 99, status=400)
        self.answer(404, "GET", "/orders/o2")

    def test_the_newest_twenty_of_a_customer(self):
        for day in range(1, 26):
            self.order(f"o{day}", f"2026-10-{day:02}")
        self.order("other", "2026-10-30", customer="c12")
        self.assertEqual(self.ids("/customers/c1/orders"), [f"o{day}" for day in range(25, 5, -1)])
        self.assertEqual(self.ids("/customers/nobody/orders"), [])

    def test_orders_follow_their_status(self):
        for order_id, date in (("o1", "2026-11-03"), ("o2", "2026-11-01"), ("o3", "2026-11-02")):
            self.order(order_id, date)
        self.assertEqual(self.ids("/orders/open"), ["o2", "o3", "o1"])
        self.assertEqual(self.change("o3", "PAID", 1)["version"], 2)
        self.assertEqual(self.ids("/orders/open"), ["o2", "o1"])
        self.assertEqual(self.ids("/customers/c1/orders?status=OPEN"), ["o1", "o2"])
        self.assertEqual(self.get("/customers/c1/orders?status=PAID")["orders"], [
            {"orderId": "o3", "orderDate": "2026-11-02", "custId": "c1", "status": "PAID", "total": 990, "version": 2}])
        self.assertEqual(self.get("/orders/o3")["status"], "PAID")

    def test_an_outdated_version_conflicts(self):
        self.order("o1")
        self.change("o1", "PAID", 1)
        self.change("o1", "CLOSED", 1, status=409)
        self.assertEqual((self.get("/orders/o1")["status"], self.get("/orders/o1")["version"]), ("PAID", 2))
        self.change("o1", "CLOSED", 2)
        self.change("nothing", "PAID", 1, status=404)

    def test_one_of_many_concurrent_changes_wins(self):
        self.order("o1")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            change = {"status": "PAID", "version": 1}
            answers = list(pool.map(lambda _: self.service.send("PATCH", "/orders/o1", change)[0], range(16)))
        self.assertEqual(answers.count(200), 1, answers)
        self.assertLessEqual(set(answers), {200, 409, 503}, "503: another was just writing; to be tried again")
        self.assertEqual(self.get("/orders/o1")["version"], 2)


class InMemory(Pages, ServiceCase):
    def setUp(self):
        self.start()


class AtAServer(Pages, ServiceCase):
    def setUp(self):
        self.server = StatorServer(os.environ["STATOR"]).start()
        self.addCleanup(self.server.stop)
        self.start("--data", self.server.url())

    def test_a_lost_database_makes_the_service_unavailable(self):
        self.server.stop()
        self.assertEqual(self.answer(503, "GET", "/orders/o1"), {"error": "ConnectionFailure"})


class InAFolder(ServiceCase):
    def test_orders_outlive_the_service(self):
        with tempfile.TemporaryDirectory() as folder:
            first = Service("--data", folder)
            order = {"orderId": "o1", "custId": "c1", "orderDate": "2026-11-15", "lines": [LINE]}
            self.assertEqual(first.send("POST", "/orders", order)[0], 201)
            self.assertEqual(first.stop(), 0)
            self.start("--data", folder)
            self.assertEqual(self.ids("/orders/open"), ["o1"])
            self.service.stop()

    def test_faulty_flags_are_refused(self):
        for flags in (["--port"], ["--port", "x"], ["--port", "70000"], ["--dta", "x"], ["--data", ""]):
            ran = subprocess.run([os.environ["SERVICE"], *flags], capture_output=True, text=True, timeout=60)
            self.assertEqual((ran.returncode, ran.stdout), (2, ""), flags)
            self.assertIn("orders_service [--port N]", ran.stderr)


class Refusals(ServiceCase):
    def setUp(self):
        self.start()

    def test_unknown_pages_and_methods_are_refused(self):
        for target in ("/", "/customer/c1", "/customers/", "/customers/a%23b", "/customers/c1/orders/o1", "/orders/" + "x" * 65):
            self.answer(404, "GET", target)
        self.answer(405, "DELETE", "/orders/o1")
        self.assertEqual(self.fields["Allow"], "GET, PATCH")
        for target in ("/orders/o1?status=OPEN", "/customers/c1/orders?status=open", "/customers/c1/orders?page=2"):
            self.answer(400, "GET", target)

    def test_faulty_bodies_are_refused(self):
        good = {"orderId": "o1", "custId": "c1", "orderDate": "2026-11-15", "lines": [LINE]}
        cases = {
            "a JSON object is wanted": ["", "[]", "{", "null", b"\xff", "[" * 1000],
            "orderId must be 1 to 64 letters, digits, - and _": [{**good, "orderId": each} for each in ("", "a#b", 5, "x" * 65, "é")],
            "orderId must not be open": [{**good, "orderId": "open"}],
            "orderDate must be a day such as 2026-11-15": [
                {**good, "orderDate": each} for each in ("2026-02-30", "2026-11-1", "2026/11/15", "yesterday!", "2026-1x-15", "-026-11-15")],
            "lines must be an array of 1 to 98": [{**good, "lines": []}, {**good, "lines": "tea"}],
            "line 2: qty must be a number from 1 to 10000": [{**good, "lines": [LINE, {**LINE, "qty": each}]} for each in (0, -1, 10001, 1.5, "2")],
            "line 1: price must be a number from 0 to 100000000": [{**good, "lines": [{"sku": "tea", "qty": 1}]}],
            "note is not known": [{**good, "note": "x"}],
        }
        for reason, bodies in cases.items():
            for body in bodies:
                self.assertEqual(self.answer(400, "POST", "/orders", body), {"error": reason}, body)
        self.assertEqual(self.ids("/orders/open"), [])

    def test_other_bodies(self):
        self.answer(400, "POST", "/customers", {**CUSTOMER, "tier": "iron"})
        self.answer(400, "POST", "/customers", {**CUSTOMER, "name": "x" * 201})
        for change in ({"status": "LOST", "version": 1}, {"status": "PAID", "version": 0}, {"status": "PAID"}):
            self.answer(400, "PATCH", "/orders/o1", change)


class Bounds(ServiceCase):
    def setUp(self):
        self.start()

    def raw(self, text):
        """Returns the answer to these bytes, until the service closes the connection."""
        with socket.create_connection(("127.0.0.1", self.service.port), timeout=60) as connection:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
            return answer

    def test_bodies_are_bounded(self):
        self.answer(400, "POST", "/orders", " " * (64 << 10))
        self.answer(413, "POST", "/orders", " " * ((64 << 10) + 1))
        chunk = b"%x\r\n" % (1 << 16) + b" " * (1 << 16) + b"\r\n"
        answer = self.raw(b"POST /orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + 2 * chunk)
        self.assertTrue(answer.startswith(b"HTTP/1.1 413 "), answer)

    def test_headers_are_bounded(self):
        answer = self.raw(b"GET / HTTP/1.1\r\nA: " + b"a" * (8 << 10) + b"\r\n\r\n")
        self.assertTrue(answer.startswith(b"HTTP/1.1 431 "), answer)

    def test_bytes_that_are_not_http_are_refused(self):
        self.assertTrue(self.raw(b"hello there\r\n\r\n").startswith(b"HTTP/1.1 400 "))
        self.assertEqual(self.raw(b""), b"")
        self.assertEqual(self.raw(b"POST /orders HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"), b"")

    def test_requests_may_be_pipelined(self):
        request = b"GET /orders/open HTTP/1.1\r\nHost: x\r\n\r\n"
        self.assertEqual(self.raw(request * 3).count(b"HTTP/1.1 200 OK"), 3)

    def test_connections_are_bounded(self):
        connections = []
        try:
            for _ in range(256):
                connections.append(http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60))
                connections[-1].request("GET", "/orders/open")  # ensures that the service has accepted it
                connections[-1].getresponse().read()
            with self.assertRaises((http.client.RemoteDisconnected, ConnectionError)):
                self.service.send("GET", "/orders/open")
            connections[0].request("GET", "/orders/open")
            self.assertEqual(connections[0].getresponse().status, 200)
        finally:
            for connection in connections:
                connection.close()


class Readme(ServiceCase):
    def test_the_session(self):
        self.start()
        session = re.search(r"<!-- session -->\n```\n(.*?)```\n", README, re.DOTALL).group(1)
        steps = re.findall(r"\$ (.*)\n((?:[^$].*\n)*)", session)
        self.assertEqual(len(steps), session.count("$ "))
        for command, output in steps:
            command = command.replace("localhost:8080", f"127.0.0.1:{self.service.port}")
            ran = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
            self.assertEqual(ran.stdout, output, command)

    def test_the_readme_lists_every_page_and_every_file(self):
        shown = set(re.findall(r"^\| `([A-Z]+) (/[^?`]*)", README, re.MULTILINE))
        source = (FOLDER / "orders_api.cc").read_text()
        self.assertEqual(shown, set(re.findall(r'\{"([A-Z]+)", "(/[^"]*)"', source)))
        patterns = set(re.findall(r"\| (A\d): ", README))
        self.assertEqual(patterns, set(re.findall(r"^  (A\d) ", (FOLDER / "order_service.std").read_text(), re.MULTILINE)))
        files = {path.name for path in FOLDER.iterdir() if path.suffix in (".cc", ".std")}
        self.assertEqual(set(re.findall(r"^\| `([\w.]+)` \|", README, re.MULTILINE)), files)

    def test_the_example_builds_as_a_project_of_its_own(self):
        with tempfile.TemporaryDirectory() as build:
            configure = ["cmake", "-S", str(FOLDER), "-B", build, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={os.environ['COMPILER']}"]
            for command in (configure, ["ninja", "-C", build, "-t", "query", "orders_service"]):
                ran = subprocess.run(command, capture_output=True, text=True, timeout=240)
                self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_the_model_is_sound(self):
        model = str(FOLDER / "order_service.std")
        for command in (["check", model], ["fmt", "--check", model], ["verify", model]):
            ran = subprocess.run([os.environ["STATOR"], "model", *command], capture_output=True, text=True, timeout=60)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


if __name__ == "__main__":
    unittest.main()
