#!/usr/bin/env python3
"""No statement brings the server down, and none takes more memory than its page.

Every statement of the tests is sent whole, in each of its prefixes, and without each of its tokens. Each must get an
answer or one of DynamoDB's exceptions. Then come statements of 8,192 characters, and reads and writes of large items.

    hostile_statements.py --server STATOR
"""

import argparse
import json
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))

from stator_server import Connection, StatorServer  # noqa: E402

TABLES = ["Music", "Large"]
STATEMENT = re.compile(r'"Statement": ("(?:[^"\\]|\\.)*")')
SHORT_TABLE = re.compile(r'(?i)\b(from|into|update) ("?)t\2(?=[\s.;]|$)')  # the fuzzer's table; names have three characters
TOKEN = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|[A-Za-z_$][\w$]*|\d[\d.eE]*|<<|>>|<>|<=|>=|!=|--|\S")
CHARACTERS_MAX = 8192
REFUSALS = {"ValidationException", "ResourceNotFoundException", "ConditionalCheckFailedException", "DuplicateItemException"}
PARTITIONS, ITEM_BYTES = 50, 390_000
PAGE_BYTES, PARAMETER_BYTES = 1024 * 1024, 400_000
GROWTH_MB_MAX = 10  # of one request: its text, its page, and the answer's text, each several times
FAULTS = ["(", "NOT ", "[", "{'a':", "<<", "--", "AND ", "OR ", ")", "]", "'", '"', ";", "?", "a=1 AND ", "a=1 OR ", "(a=1 OR b=1) AND ",
          "pk='a' OR ", "\0", "\u00e9", "/*", "SELECT ", "EXISTS("]


class Failed(Exception):
    """A promise about hostile statements does not hold."""


def require(holds, text):
    if not holds:
        raise Failed(text)


def create(connection, name):
    status, answer = connection.call("CreateTable", {
        "TableName": name, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": key, "AttributeType": type_} for key, type_ in (("pk", "S"), ("sk", "N"), ("kind", "S"))],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{"IndexName": "by-kind", "KeySchema": [{"AttributeName": "kind", "KeyType": "HASH"}],
                                    "Projection": {"ProjectionType": "ALL"}}]})
    require(status == 200, f"CreateTable answered {status} {answer}")


def statements():
    """Returns every statement of the wire scripts and of the fuzzer's corpus."""
    found = set()
    for script in sorted((HERE.parent / "wire").rglob("*.wire")):
        found |= {json.loads(text) for text in STATEMENT.findall(script.read_text()) if "$" not in text}
    for seed in sorted((HERE.parent / "fuzz" / "corpus" / "partiql_fuzz").iterdir()):
        found.add(SHORT_TABLE.sub(r"\1 \2Music\2", seed.read_bytes().decode(errors="replace")))
    return sorted(text for text in found if 0 < len(text) <= CHARACTERS_MAX)


def mutations(text):
    yield text
    for length in range(1, len(text)):
        yield text[:length]
    for token in TOKEN.finditer(text):
        yield text[:token.start()] + text[token.end():]


def parameters_of(text):
    """Returns parameters for a text, of several types."""
    values = [{"S": "a"}, {"N": "1"}, {"SS": ["x"]}, {"L": [{"BOOL": True}]}]
    return [values[place % len(values)] for place in range(text.count("?"))]


def ask(connection, text):
    request = {"Statement": text}
    if parameters := parameters_of(text):
        request["Parameters"] = parameters
    status, answer = connection.call("ExecuteStatement", request)
    code = answer.get("__type", "").partition("#")[2]
    require(status == 200 or status == 400 and code in REFUSALS, f"{text[:300]!r} answered {status} {str(answer)[:300]}")
    return status


def mutate(connection):
    sent = answered = 0
    seen = set()
    for statement in statements():
        for text in mutations(statement):
            if text and text not in seen:
                seen.add(text)
                sent += 1
                answered += ask(connection, text) == 200
    return sent, answered


def send_hostile(connection):
    for fault in FAULTS:
        for begin in ("", "SELECT * FROM Music WHERE ", "INSERT INTO Music VALUE ", "UPDATE Music SET a = ", "SELECT * FROM Music WHERE pk = 'a' AND "):
            for end in ("", "a = 1"):
                room = CHARACTERS_MAX - len(begin) - len(end)
                ask(connection, begin + (fault * CHARACTERS_MAX)[:room] + end)


# --- Memory ---

class Peak:
    """Measures by how much a block raises the server's resident memory at most."""

    def __init__(self, pid):
        self.pid = pid

    def megabytes(self, field):
        lines = pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(field + ":"))

    def __enter__(self):
        pathlib.Path(f"/proc/{self.pid}/clear_refs").write_text("5")  # the peak begins anew
        self.before = self.megabytes("VmRSS")
        return self

    def __exit__(self, *_):
        self.growth = self.megabytes("VmHWM") - self.before


def measured(server, what, run):
    run()  # what the first request of a kind allocates for good is not of interest
    with Peak(server.process.pid) as peak:
        run()
    require(peak.growth <= GROWTH_MB_MAX, f"{what} takes {peak.growth:.1f} MB")
    return f"{what}: {peak.growth:.1f} MB"


def items_of(partition):
    """Returns how many items a partition has: two are less than a page, three are more."""
    return 2 + partition % 2


def fill(connection):
    for partition in range(PARTITIONS):
        for number in range(items_of(partition)):
            status, answer = connection.call("PutItem", {"TableName": "Large", "Item": {
                "pk": {"S": f"large{partition}"}, "sk": {"N": str(number)}, "text": {"S": "x" * ITEM_BYTES}}})
            require(status == 200, f"PutItem answered {status} {answer}")


def read_branches(connection):
    """Every page of a SELECT with 50 branches is one page."""
    listed = ", ".join(f"'large{partition}'" for partition in range(PARTITIONS))
    request, items = {"Statement": f"SELECT * FROM Large WHERE pk IN [{listed}]"}, 0
    while True:
        status, answer = connection.call("ExecuteStatement", request)
        require(status == 200, f"{status} {answer}")
        size = sum(len(item["text"]["S"]) for item in answer["Items"])
        require(size < PAGE_BYTES + ITEM_BYTES, f"a page of {size} bytes")
        items += len(answer["Items"])
        if "NextToken" not in answer:
            break
        request["NextToken"] = answer["NextToken"]
    require(items == sum(map(items_of, range(PARTITIONS))), f"{items} items")


def ask_with_other_token(connection):
    token = connection.call("ExecuteStatement", {"Statement": "SELECT * FROM Large", "Limit": 1})[1]["NextToken"]
    for statement in ("SELECT * FROM Music", "SELECT * FROM Large WHERE pk = 'large1'", "SELECT * FROM Large.\"by-kind\""):
        status, answer = connection.call("ExecuteStatement", {"Statement": statement, "NextToken": token})
        require((status, answer.get("message")) == (400, "NextToken does not match request"), f"{statement} answered {status} {answer}")


def write_large_parameters(connection):
    large = {"S": "y" * PARAMETER_BYTES}
    for statement, parameters in (
            ("INSERT INTO Large VALUE {'pk': 'p', 'sk': 1, 'text': ?}", [large]),
            ("UPDATE Large SET text = ? WHERE pk = 'p' AND sk = 1 AND text = ?", [large, large]),
            ("SELECT sk FROM Large WHERE pk = 'p' AND text = ?", [large]),
            ("SELECT sk FROM Large WHERE contains(text, ?)", [large]),
            ("DELETE FROM Large WHERE pk = 'p' AND sk = 1 AND text = ?", [large])):
        status, answer = connection.call("ExecuteStatement", {"Statement": statement, "Parameters": parameters})
        require(status == 200, f"{statement} answered {status} {str(answer)[:300]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default=os.environ.get("STATOR"))
    parser.add_argument("--no-memory", action="store_true", help="do not measure memory, which sanitizers multiply")
    options = parser.parse_args()
    with StatorServer(options.server) as server:
        connection = Connection(server.port)
        for name in TABLES:
            create(connection, name)
        sent, answered = mutate(connection)
        send_hostile(connection)
        fill(connection)
        runs = [("50 branches of 1 MB", read_branches), ("a token of another statement", ask_with_other_token),
                ("parameters of 400 KB", write_large_parameters)]
        if options.no_memory:
            for _, run in runs:
                run(connection)
            measures = ["memory not measured"]
        else:
            measures = [measured(server, what, lambda run=run: run(connection)) for what, run in runs]
        require(server.stop() == 0, "the server did not stop cleanly")
    print(f"{sent} statements, {answered} of them with an answer; {'; '.join(measures)}")


if __name__ == "__main__":
    sys.exit(main())
