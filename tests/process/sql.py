#!/usr/bin/env python3
"""`stator sql` on a server, on a data folder, on an endpoint without an explain, and at a terminal; the examples of docs/sql.md."""

import http.server
import json
import os
import pathlib
import pty
import select
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

ROOT = HERE.parent.parent
BINARY = os.environ["STATOR"]
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("AWS_")}
TABLE = {
    "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("PK", "SK")]}


def sql(*words, given="", **environment):
    """Returns (exit status, standard output, standard error)."""
    run = subprocess.run([BINARY, "sql", *map(str, words)], input=given, capture_output=True, text=True, timeout=60,
                         env={**ENVIRONMENT, **environment})
    return run.returncode, run.stdout, run.stderr


def examples():
    """Returns [(command, output)] of the document."""
    found = []
    for block in (ROOT / "docs" / "sql.md").read_text().split("```console\n")[1:]:
        command, _, output = block.split("```")[0].partition("\n")
        found.append((command, output))
    return found


def item(customer, order, **more):
    return {"PK": {"S": f"CUST#{customer}"}, "SK": {"S": f"ORDER#{order}"}, **more}


def fill(client):
    """Makes the table of the document: one customer with two orders, and forty with large ones."""
    put = [item(7, 1, status={"S": "shipped"}, total={"N": "50"}), item(7, 2, status={"S": "open"}, total={"N": "120"})]
    put += [item(100 + i, 1, status={"S": "shipped"}, note={"S": "x" * 5000}) for i in range(40)]
    for operation, request in [("CreateTable", TABLE), *(("PutItem", {"TableName": "Orders", "Item": each}) for each in put)]:
        status, body = client.call(operation, request)
        assert status == 200, body


class ServerCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(StatorServer(BINARY))
        client = Connection(cls.server.port)
        fill(client)
        client.close()

    def sql(self, *words, given=""):
        return sql("--endpoint", self.server.url(), *words, given=given)

    def good(self, *words, given=""):
        status, out, err = self.sql(*words, given=given)
        self.assertEqual((status, err), (0, ""), words)
        return out


class DocumentTest(ServerCase):
    def test_examples(self):
        for command, output in examples():
            status, out, err = self.sql(*shlex.split(command.removeprefix("$ stator sql ")))
            self.assertEqual(out + err, output, command)
            self.assertEqual(status, 1 if "stator:" in output else 0)

    def test_options(self):
        text = (ROOT / "docs" / "sql.md").read_text()
        help_text = sql("--help")[1]
        for option in ("--file", "--endpoint", "--data", "--region", "--parameter", "--limit", "--scan-max", "--yes", "--json", "--cell-width"):
            self.assertIn(option, help_text)
            self.assertIn(option, text)
        self.assertIn("DynamoDB's JSON", " ".join(help_text.split()))


class StatementsTest(ServerCase):
    def test_rows_as_json(self):
        status, out, err = self.sql("SELECT * FROM Orders WHERE PK = 'CUST#7'", "--json")
        self.assertEqual([json.loads(line) for line in out.splitlines()], [
            item(7, 1, status={"S": "shipped"}, total={"N": "50"}), item(7, 2, status={"S": "open"}, total={"N": "120"})])
        self.assertEqual((status, err), (0, "2 rows, 0.5 read units\n"))

    def test_statements_from_a_pipe(self):
        out = self.good(given="-- two reads;\nSELECT total FROM Orders WHERE PK = 'CUST#7' AND SK = 'ORDER#1';\n"
                              "SELECT total FROM Orders WHERE PK = 'CUST#7'\n AND SK = 'ORDER#2'")
        self.assertEqual(out, "total\n-----\n   50\n1 row, 0.5 read units\ntotal\n-----\n  120\n1 row, 0.5 read units\n"
                              "2 statements: 1 read unit, 0 write units\n")

    def test_a_file_ends_with_its_first_error(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            insert = "INSERT INTO Orders VALUE {'PK': ?, 'SK': 'ORDER#1'};\n"
            file.write(f"{insert}\n-- again\n{insert}DELETE FROM Orders WHERE PK = 'CUST#7' AND SK = 'ORDER#1';")
            file.flush()
            one, two = '{"S": "CUST#8"}', '[{"S": "CUST#8"}]'
            status, out, err = self.sql("-f", file.name, "-p", one, "-p", two)
            self.assertEqual((status, out), (1, "done, 1 write unit\n"))
            self.assertEqual(err, f"stator: {file.name}:4: DuplicateItemException: Duplicate primary key exists in table\n")
            self.assertEqual(self.sql("-f", file.name, "-p", one, "-p", two, "-p", one)[::2], (
                2, "stator: -p gives 3 values, and the statements have 2 `?`.\n"))
        self.assertIn("1 row", self.good("SELECT * FROM Orders WHERE PK = 'CUST#7' AND SK = 'ORDER#1'"))
        self.good("DELETE FROM Orders WHERE PK = 'CUST#8' AND SK = 'ORDER#1'")

    def test_pages_and_the_limit(self):
        out = self.good("SELECT PK FROM Orders", "--limit", "10")
        self.assertIn("10 rows (--limit), ", out)
        # An item of 5 KB takes 5/8 units.
        self.assertLess(float(out.splitlines()[-1].split()[3]), 10)
        self.assertIn("42 rows, ", self.good("SELECT PK FROM Orders", "--limit", "0"))
        self.assertIn("1 row (--limit)", self.good("SELECT SK FROM Orders WHERE SK = 'ORDER#1'", "--limit", "1"))
        keys = ", ".join(f"'CUST#{i}'" for i in range(100, 140))
        status, out, err = self.sql(f"SELECT PK FROM Orders WHERE PK IN [{keys}]", "--json", "--limit", "35")
        self.assertEqual((status, len(out.splitlines())), (0, 35), err)

    def test_large_scans_need_a_yes(self):
        scan = "SELECT PK FROM Orders WHERE status = 'open'"
        status, out, err = self.sql(scan, "--scan-max", "10")
        self.assertEqual((status, out), (1, ""))
        self.assertRegex(err, r"^stator: statement:1: This statement scans Orders: .*42 items and about [\d.]+ read units, more than "
                              r"--scan-max 10\. It did not run; --yes runs it\. ")
        status, out, err = self.sql(scan, "--scan-max", "10", "--yes")
        self.assertEqual((status, out.splitlines()[2]), (0, "CUST#7"))
        self.assertIn("This statement scans Orders", err)
        self.assertIn("1 row, ", self.good(scan))
        self.assertIn("5 rows (--limit)", self.good("SELECT PK FROM Orders", "--scan-max", "10", "--limit", "5"))
        self.assertIn("2 rows", self.good("SELECT SK FROM Orders WHERE PK = 'CUST#7'", "--scan-max", "0"))

    def test_explain_is_the_shells_word(self):
        status, body = self.call("ExecuteStatement", {"Statement": "EXPLAIN SELECT * FROM Orders"})
        self.assertEqual(status, 400, body)
        out = self.good("explain SELECT * FROM Orders WHERE PK = ? AND SK = 'ORDER#1'", "-p", '{"S": "CUST#7"}')
        self.assertTrue(out.startswith("get of Orders where PK = 'CUST#7' AND SK = 'ORDER#1': "), out)
        self.assertIn("\nrequest: GetItem {", out)
        answer = json.loads(self.good("EXPLAIN DELETE FROM Orders WHERE PK = 'CUST#7' AND SK = 'ORDER#1'", "--json"))
        self.assertEqual((answer["statement"], answer["access"][0]["access"]), ("delete", "write"))
        self.assertIn("1 row", self.good("SELECT * FROM Orders WHERE PK = 'CUST#7' AND SK = 'ORDER#1'"))
        status, out, err = self.sql("EXPLAIN SELECT * FROM")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("stator: statement:1: Statement wasn't well formed", err)
        self.assertIn("Requested resource not found", self.sql("EXPLAIN SELECT * FROM Nowhere")[2])

    def call(self, operation, request):
        client = Connection(self.server.port)
        self.addCleanup(client.close)
        return client.call(operation, request)

    def test_hostile_items_cannot_move_the_cursor(self):
        self.addCleanup(self.call, "DeleteItem", {"TableName": "Orders", "Key": item(9, 1)})
        hostile = "\x1b]0;title\x07\x1b[2J\u009b1m\u202e"
        self.call("PutItem", {"TableName": "Orders", "Item": item(9, 1, **{hostile: {"S": hostile}, "note": {"S": "y" * 300_000}})})
        for words in ((), ("--json",)):
            status, out, err = self.sql("SELECT * FROM Orders WHERE PK = 'CUST#9'", *words)
            self.assertEqual(status, 0)
            self.assertFalse({"\x1b", "\x07", "\u009b", "\u202e"} & set(out + err))
        self.assertEqual(json.loads(out)[hostile], {"S": hostile})
        out = self.good("SELECT * FROM Orders WHERE PK = 'CUST#9'", "--cell-width", "12")
        self.assertIn("yyyyyyyyyyy…", out)
        self.assertLess(len(out), 1000)

    def test_mistakes(self):
        for words, text in (
                (("SELECT 1", "-f", "x.sql"), "Give a statement or --file, not both. See stator sql --help."),
                (("--data", "x", "SELECT 1"), "Give --endpoint or --data, not both. See stator sql --help."),
                (("-f", "nowhere.sql"), "The file nowhere.sql cannot be read."),
                (("-f", tempfile.gettempdir()), "cannot be read."),
                (("SELECT 1", "-p", "a"), '-p takes a value such as {"S": "a"}, or a list of values, and not a.'),
                (("SELECT 1", "-p", '{"S": "a"}'), "-p gives 1 value, and the statements have 0 `?`."),
                (("SELECT 1", "--limit", "-1"), "--limit"),
                (("SELECT 1", "--cell-width", "0"), "--cell-width"),
                (("SELECT", "1"), "stator sql does not expect the word '1'."),
                (("--jsn",), "stator sql has no option --jsn; did you mean --json?")):
            status, out, err = self.sql(*words)
            self.assertEqual((status, out), (2, ""), words)
            self.assertIn(text, err)
        self.assertEqual(self.sql("SELECT 1")[0], 1)
        self.assertIn("the closing ' is missing", self.sql("SELECT 'a")[2])
        for given in ("", ";", "-- nothing\n"):
            self.assertEqual(self.sql(given=given), (2, "", "stator: There is no statement.\n"))

    def test_empty_values(self):
        for words, text in (
                (("",), "There is no statement: it is empty."),
                (("-f", ""), "The value of --file is empty."),
                (("SELECT 1", "--endpoint", ""), "The value of --endpoint is empty."),
                (("SELECT 1", "--data", ""), "The value of --data is empty."),
                (("SELECT 1", "--region", ""), "The value of --region is empty.")):
            self.assertEqual(sql(*words), (2, "", f"stator: {text} See stator sql --help.\n"), words)

    def test_nobody_listens(self):
        for statement in ("SELECT * FROM Orders", "EXPLAIN SELECT * FROM Orders"):
            status, out, err = sql(statement, "--endpoint", "http://127.0.0.1:1")
            self.assertEqual((status, out), (2, ""))
            self.assertRegex(err, r"^stator: statement:1: .*http://127\.0\.0\.1:1 did not answer: Connection refused\. "
                                  r"Is a server running\? `stator serve` starts one\.\n$")

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no full device")
    def test_a_full_device(self):
        for statement in ("EXPLAIN SELECT * FROM Orders", "SELECT * FROM Orders"):
            with open("/dev/full", "w") as full:
                run = subprocess.run([BINARY, "sql", "--endpoint", self.server.url(), statement], stdout=full, stderr=subprocess.PIPE,
                                     text=True, timeout=60, env=ENVIRONMENT)
            self.assertEqual((run.returncode, run.stderr), (1, "stator: statement:1: The output cannot be written.\n"))


class FolderTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()), "data")

    def test_a_folder_is_opened_in_this_process(self):
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            client = Connection(server.port)
            fill(client)
            client.close()
            status, out, err = sql("--data", self.folder, "SELECT 1")
            self.assertEqual((status, out), (2, ""))
            self.assertIn(f"The data folder {self.folder} is in use by another server; leave out --data and use --endpoint.", err)
        self.assertEqual(sql("--data", self.folder, "SELECT status, total FROM Orders WHERE PK = 'CUST#7'"), (
            0, "status   total\n-------  -----\nshipped     50\nopen       120\n2 rows, 0.5 read units\n", ""))
        out = sql("--data", self.folder, "EXPLAIN SELECT * FROM Orders")[1]
        self.assertTrue(out.startswith("scan of Orders: "), out)
        self.assertEqual(sql("--data", self.folder, "SELECT * FROM Orders WHERE status = 'open'", "--scan-max", "10")[0], 1)
        self.assertEqual(sql("--data", self.folder, "UPDATE Orders SET total = 51 WHERE PK = 'CUST#7' AND SK = 'ORDER#1'")[0], 0)
        with StatorServer(BINARY, ["--data", str(self.folder)]) as server:
            client = Connection(server.port)
            status, body = client.call("GetItem", {"TableName": "Orders", "Key": item(7, 1)})
            client.close()
            self.assertEqual(body["Item"]["total"], {"N": "51"})

    def test_a_mistyped_folder_is_not_created(self):
        self.assertEqual(sql("--data", self.folder, "SELECT 1")[0], 2)
        self.assertFalse(self.folder.exists())
        self.folder.mkdir()
        self.assertEqual(sql("--data", self.folder, "SELECT 1")[0], 2)
        self.assertEqual(list(self.folder.iterdir()), [])


class SignedTest(unittest.TestCase):
    def test_requests_are_signed_with_the_keys_of_the_environment(self):
        with tempfile.NamedTemporaryFile("w", suffix=".keys") as file:
            file.write("[ada]\naws_access_key_id = AKIDADA\naws_secret_access_key = wonderful\n")
            file.flush()
            with StatorServer(BINARY, ["--memory", "--auth", file.name]) as server:
                words = ("--endpoint", server.url(), "EXPLAIN SELECT * FROM Nowhere; SELECT 1")
                keys = {"AWS_ACCESS_KEY_ID": "AKIDADA", "AWS_SECRET_ACCESS_KEY": "wonderful"}
                self.assertIn("Requested resource not found", sql(*words, **keys)[2])
                status, _, err = sql(*words[:2], "SELECT * FROM Orders", **{**keys, "AWS_SECRET_ACCESS_KEY": "guessed"})
                self.assertEqual(status, 1)
                self.assertIn("InvalidSignatureException", err)
                self.assertNotIn("Scans run without a warning", err)


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """An endpoint of another make: it has ExecuteStatement, and nothing under /_stator."""

    pages = 3
    seen = []

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        target = self.headers.get("X-Amz-Target", "").rpartition(".")[2]
        self.seen.append((self.path, target, self.headers["Authorization"], request))
        if target == "ExecuteStatement":
            page = int(request.get("NextToken", "0"))
            answer = {"Items": [{"n": {"N": str(page)}}], "ConsumedCapacity": {"TableName": "T", "CapacityUnits": 0.5}}
            if page + 1 < self.pages:
                answer["NextToken"] = str(page + 1)
            return self.answer(200, answer)
        return self.answer(400, {"__type": "com.amazon.coral.service#UnknownOperationException"})

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class ElsewhereTest(unittest.TestCase):
    def test_an_endpoint_without_an_explain(self):
        Elsewhere.seen.clear()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_port}"
        status, out, err = sql("--endpoint", url, "--region", "eu-north-1", "SELECT * FROM T; SELECT * FROM T", "--scan-max", "0",
                               AWS_ACCESS_KEY_ID="AKIDADA", AWS_SESSION_TOKEN="token")
        self.assertEqual(status, 0, err)
        self.assertEqual(out.splitlines()[:6], ["n", "-", "0", "1", "2", "3 rows, 1.5 read units"])
        self.assertEqual(err.count("Scans run without a warning"), 1)
        for _, target, authorization, _ in Elsewhere.seen:
            if target:
                self.assertIn("Credential=AKIDADA/", authorization)
                self.assertIn("/eu-north-1/dynamodb/aws4_request", authorization)
        status, _, err = sql("--endpoint", url, "EXPLAIN SELECT * FROM T")
        self.assertEqual(status, 1)
        self.assertIn("There is no EXPLAIN here: ", err)
        self.assertFalse([request for _, _, _, request in Elsewhere.seen if "EXPLAIN" in request.get("Statement", "")])

    def test_aws_is_not_asked_to_explain(self):
        self.assertEqual(sql("--endpoint", "https://dynamodb.eu-north-1.amazonaws.com", "EXPLAIN SELECT * FROM T"), (
            1, "", "stator: statement:1: There is no EXPLAIN here: AWS explains no statements.\n"))


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, *words):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([BINARY, "sql", *words], stdin=slave, stdout=slave, stderr=slave, env=ENVIRONMENT)
        os.close(slave)
        self.seen = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def type(self, text):
        os.write(self.master, text.encode())

    def await_text(self, text):
        """Returns the output up to the text, which must come."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if ready:
                self.seen += os.read(self.master, 4096).decode()
            if time.monotonic() > deadline or (not ready and self.process.poll() is not None):
                raise AssertionError(f"{text!r} is not in {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before + text


class TerminalTest(ServerCase):
    def test_a_person_types_statements(self):
        with Terminal("--endpoint", self.server.url(), "--scan-max", "10") as terminal:
            terminal.await_text("stator> ")
            terminal.type("SELECT total FROM Orders\n")
            terminal.await_text("     > ")
            terminal.type("WHERE PK = 'CUST#7';\n")
            self.assertIn("120", terminal.await_text("2 rows, 0.5 read units\r\nstator> "))
            terminal.type("nonsense;\n")
            terminal.await_text("ValidationException: Statement wasn't well formed")
            terminal.await_text("stator> ")
            terminal.type("SELECT PK FROM Orders WHERE status = 'open';\n")
            terminal.await_text("Run it? [y/N] ")
            terminal.type("n\n")
            terminal.await_text("The statement did not run.\r\nstator> ")
            terminal.type("SELECT PK FROM Orders WHERE status = 'open';\n")
            terminal.await_text("Run it? [y/N] ")
            terminal.type("y\n")
            self.assertIn("CUST#7", terminal.await_text("stator> "))
            terminal.type("help\n")
            terminal.await_text("EXPLAIN statement")
            terminal.await_text("stator> ")
            terminal.type("exit\n")
            self.assertEqual(terminal.process.wait(60), 0)

    def test_the_end_of_the_input_ends_the_shell(self):
        with Terminal("--endpoint", self.server.url()) as terminal:
            terminal.await_text("stator> ")
            terminal.type("\x04")
            self.assertEqual(terminal.process.wait(60), 0)


if __name__ == "__main__":
    sys.exit(unittest.main())
