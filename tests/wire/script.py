"""Parses wire scripts: text in, exchanges out. docs/testing.md describes the format."""

import base64
import gzip
import json
import re
import zlib

LEARNED_FROM = "# learned-from:"
VARIABLE = re.compile(r"\$(\$|[A-Z][A-Z0-9_]*|\{[A-Z][A-Z0-9_]*\})")
HEADER = re.compile(r"(:?[A-Za-z][A-Za-z0-9-]*): ?(.*)")
EXPANDED_BYTES_MAX = 64 * 1024 * 1024
LINE_COLUMNS_MAX = 110


class ScriptError(Exception):
    """An invalid script, with the location of the error."""


class Exchange:
    """One request and the expectations of its answer."""

    def __init__(self, line):
        self.line = line
        self.title = ""
        self.operation = None
        self.restarts = False
        self.awaits = None  # (table, status)
        self.turns = None  # a change of the clock, as JSON
        self.admin = None  # (path below /_stator/, JSON) of a POST that must succeed
        self.is_setup = False
        self.request_headers = []
        self.body = ""
        self.raw_body = None  # bytes, sent as they are
        self.compress = None  # applied to the body's bytes
        self.status = 200
        self.error = None
        self.response_headers = []
        self.expected = None  # JSON text, or None if the body is not compared
        self.expects_raw = None
        self.expected_lines = None  # (first, last + 1) of the expectation's body, for --update

    def body_bytes(self, variables):
        if self.raw_body is not None:
            return self.raw_body
        data = substitute(self.body, variables).encode()
        return self.compress(data) if self.compress else data


class Script:
    def __init__(self, path, lines):
        self.path = path
        self.lines = lines
        self.variables = {}
        self.exchanges = []
        self.restarts = False


def substitute(text, variables):
    """Replaces $NAME and ${NAME} by their text, $$ by a dollar sign."""
    def value(match):
        name = match.group(1).strip("{}")
        if name == "$":
            return "$"
        if name not in variables:
            raise ScriptError(f"${name} has no value")
        return variables[name]
    return VARIABLE.sub(value, text)


def parse(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    script = Script(path, lines)
    check_opening(path, lines)
    reader = Reader(path, lines)
    while reader.skip_blank():
        parse_statement(script, reader)
    if not any(e.status and e.title and not e.is_setup for e in script.exchanges):
        raise ScriptError(f"{path}: the script asks nothing")
    return script


def check_opening(path, lines):
    if not lines[0].startswith("# ") or lines[0].startswith(LEARNED_FROM):
        raise ScriptError(f"{path}:1: the first line says why the script exists")
    if not any(line.startswith(LEARNED_FROM) and line[len(LEARNED_FROM):].strip() for line in lines):
        raise ScriptError(f"{path}: no '{LEARNED_FROM}' line says how we know")


class Reader:
    def __init__(self, path, lines):
        self.path = path
        self.lines = lines
        self.at = 0

    def line(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def skip_blank(self):
        while self.line() is not None and (not self.line().strip() or self.line().startswith("#")):
            self.at += 1
        return self.line() is not None

    def error(self, text):
        return ScriptError(f"{self.path}:{self.at + 1}: {text}")

    def block(self):
        """Returns the lines up to a blank line or the next '>' or '<'."""
        first = self.at
        while self.line() is not None and self.line().strip() and not re.match(r"[<>] ", self.line()):
            self.at += 1
        return first, self.at


def parse_split(reader, line):
    words = line.split()[1:]
    if len(words) != 1:
        raise reader.error("a split is: split TABLE")
    return f"tables/{words[0]}/split", {}


def parse_statement(script, reader):
    line = reader.line()
    word = line.split(" ", 1)[0]
    if word == "let":
        name, text = parse_let(reader, line)
        script.variables[name] = text
        reader.at += 1
    elif word == "table":
        script.exchanges.append(table_exchange(reader, line))
        reader.at += 1
    elif line == "restart":
        exchange = Exchange(reader.at + 1)
        exchange.restarts = script.restarts = True
        script.exchanges.append(exchange)
        reader.at += 1
    elif word == "await":
        exchange = Exchange(reader.at + 1)
        exchange.awaits = line.split()[1:]
        if len(exchange.awaits) != 2:
            raise reader.error("an await is: await TABLE STATUS")
        script.exchanges.append(exchange)
        reader.at += 1
    elif word == "clock":
        exchange = Exchange(reader.at + 1)
        exchange.turns = parse_turn(reader, line)
        script.exchanges.append(exchange)
        reader.at += 1
    elif word == "split":
        exchange = Exchange(reader.at + 1)
        exchange.admin = parse_split(reader, line)
        script.exchanges.append(exchange)
        reader.at += 1
    elif word == ">":
        script.exchanges.append(parse_exchange(reader))
    else:
        raise reader.error(f"expected let, table, restart, await, clock, split or '> Operation', found: {line}")


def parse_turn(reader, line):
    """Parses clock advance DURATION  |  clock set TIME  |  clock freeze."""
    words = line.split()[1:]
    if words == ["freeze"]:
        return {"frozen": True}
    if len(words) != 2 or words[0] not in ("advance", "set"):
        raise reader.error("a clock is: clock advance DURATION, clock set TIME or clock freeze")
    return {words[0]: words[1]}


def parse_let(reader, line):
    """Parses let NAME repeat "text" COUNT  |  let NAME series "text with %d" FIRST LAST "separator"  |  let NAME
    "text".
    """
    match = re.fullmatch(r"let ([A-Z][A-Z0-9_]*) (?:(repeat|series) )?(\".*?\")(?: (\d+))?(?: (\d+))?(?: (\".*\"))?", line)
    if not match:
        raise reader.error("a let is: let NAME [repeat|series] \"text\" …")
    name, kind, text, first, last, separator = match.groups()
    text = json.loads(text)
    if kind == "repeat":
        expanded = text * int(first)
    elif kind == "series":
        expanded = json.loads(separator or '""').join(text.replace("%d", str(i)) for i in range(int(first), int(last) + 1))
    else:
        expanded = text
    if len(expanded) > EXPANDED_BYTES_MAX:
        raise reader.error("that is too long")
    return name, expanded


def parse_exchange(reader):
    exchange = Exchange(reader.at + 1)
    exchange.title = reader.line()[2:].strip()
    exchange.operation = None if exchange.title == "-" else exchange.title
    reader.at += 1
    exchange.request_headers = parse_headers(reader)
    first, last = reader.block()
    text = "\n".join(reader.lines[first:last])
    parse_request_body(reader, exchange, text)
    while reader.line() is not None and not reader.line().strip():
        reader.at += 1
    parse_expectation(reader, exchange)
    return exchange


def parse_headers(reader):
    headers = []
    while reader.line() is not None:
        match = HEADER.fullmatch(reader.line())
        if not match:
            return headers
        headers.append(match.groups())
        reader.at += 1
    return headers


def parse_request_body(reader, exchange, text):
    kind, _, literal = text.partition(" ")
    if kind in ("raw", "gzip", "deflate"):
        exchange.body = json.loads(literal)
        exchange.compress = {"raw": None, "gzip": gzip.compress, "deflate": zlib.compress}[kind]
    elif text.startswith("base64 "):
        exchange.raw_body = base64.b64decode(json.loads(text[7:]))
    elif text != "empty":
        check_json(reader, text)
        exchange.body = text


def check_json(reader, text):
    """Checks JSON early: a typing mistake in a script must not look like the server's answer to broken JSON."""
    if "$" in text:
        return
    try:
        json.loads(text)
    except ValueError as problem:
        raise reader.error(f"not JSON ({problem}); broken JSON is sent with: raw \"…\"")


def parse_expectation(reader, exchange):
    match = re.fullmatch(r"< (\d{3})(?: (\S+))?", reader.line() or "")
    if not match:
        raise reader.error("expected '< STATUS' or '< STATUS Exception'")
    exchange.status = int(match.group(1))
    exchange.error = match.group(2)
    reader.at += 1
    exchange.response_headers = parse_headers(reader)
    first, last = reader.block()
    exchange.expected_lines = (first, last)
    text = "\n".join(reader.lines[first:last])
    if text.startswith("raw "):
        exchange.expects_raw = json.loads(text[4:])
    elif text == "empty":
        exchange.expects_raw = ""
    elif text:
        check_json(reader, text)
        exchange.expected = text


# table NAME hash A:S [range B:N] [lsi NAME range C:S [KEYS_ONLY|INCLUDE(x,y)]]… [gsi NAME hash … range … […]]…
#       [stream VIEW] [provisioned READ WRITE] [protected]
def table_exchange(reader, line):
    words = line.split()[1:]
    types = {}
    if len(words) < 3:
        raise reader.error("a table is: table NAME hash ATTRIBUTE:TYPE …")
    request = {"TableName": words.pop(0), "BillingMode": "PAY_PER_REQUEST"}
    request["KeySchema"] = take_keys(reader, words, types)
    while words:
        take_table_option(reader, words, types, request)
    request["AttributeDefinitions"] = [{"AttributeName": n, "AttributeType": t} for n, t in types.items()]
    exchange = Exchange(reader.at + 1)
    exchange.title = exchange.operation = "CreateTable"
    exchange.is_setup = True
    exchange.body = json.dumps(request)
    return exchange


def take_keys(reader, words, types):
    keys = []
    while words and words[0] in ("hash", "range"):
        kind = words.pop(0)
        name, _, attribute_type = words.pop(0).partition(":")
        types.setdefault(name, attribute_type or "S")
        keys.append({"AttributeName": name, "KeyType": kind.upper()})
    if not keys:
        raise reader.error("hash or range expected")
    return keys


def take_table_option(reader, words, types, request):
    word = words.pop(0)
    if word == "stream":
        request["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": words.pop(0)}
    elif word == "provisioned":
        request["BillingMode"] = "PROVISIONED"
        request["ProvisionedThroughput"] = {"ReadCapacityUnits": int(words.pop(0)), "WriteCapacityUnits": int(words.pop(0))}
    elif word == "protected":
        request["DeletionProtectionEnabled"] = True
    elif word == "lsi":
        name = words.pop(0)
        keys = [request["KeySchema"][0]] + take_keys(reader, words, types)
        request.setdefault("LocalSecondaryIndexes", []).append(index(name, keys, words))
    elif word == "gsi":
        name = words.pop(0)
        keys = take_keys(reader, words, types)
        request.setdefault("GlobalSecondaryIndexes", []).append(index(name, keys, words))
    else:
        raise reader.error(f"a table has no '{word}'")


def index(name, keys, words):
    projection = {"ProjectionType": "ALL"}
    include = re.fullmatch(r"INCLUDE\((.*)\)", words[0]) if words else None
    if include:
        words.pop(0)
        projection = {"ProjectionType": "INCLUDE", "NonKeyAttributes": include.group(1).split(",")}
    elif words and words[0] in ("ALL", "KEYS_ONLY"):
        projection = {"ProjectionType": words.pop(0)}
    return {"IndexName": name, "KeySchema": keys, "Projection": projection}


def rewrite(script, answers, variables):
    """Replaces the expectations by the actual answers, the last first so that line numbers stay valid."""
    for exchange in sorted(answers, key=lambda e: -e.line):
        if exchange.expected_lines is None:
            continue
        answer = answers[exchange]
        first, last = exchange.expected_lines
        at = first - 1 - len(exchange.response_headers)
        kind, body = shown_body(answer.body, script.variables)
        script.lines[first:last] = body
        script.lines[at] = f"< {answer.status}{' ' + kind if kind else ''}"
    script.path.write_text("\n".join(script.lines), encoding="utf-8")


def shown_body(body, variables):
    if not body:
        return None, ["empty"]
    try:
        value = json.loads(body)
    except ValueError:
        return None, ["raw " + json.dumps(body.decode(errors="replace"))]
    kind = value.pop("__type", "").rpartition("#")[2] if isinstance(value, dict) else None
    text = json.dumps(value, ensure_ascii=False)
    if len(text) > LINE_COLUMNS_MAX:
        text = json.dumps(value, ensure_ascii=False, indent=1)
    text = text.replace("$", "$$")
    for name, long in sorted(variables.items(), key=lambda v: -len(v[1])):
        if len(long) >= 20:
            text = text.replace(long, f"${{{name}}}")
    return kind, text.split("\n")
