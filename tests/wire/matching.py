"""Compares an expected JSON value with the actual one.

JSON numbers compare as decimals, and the arrays of SS, NS and BS without order. The number strings inside N compare as
text, because the canonical form is part of the contract. A string in the expectation may be a pattern:

    <any>            anything, but the member must exist
    <absent>         the member must not exist (useful beside "...")
    <uuid> <number> <string> <timestamp> <request-id>
    <matches RE>     a string that the regular expression matches as a whole
    <capture NAME>   anything; $NAME is that text from here on

A member "..." in an object allows members that the expectation does not name.
"""

import decimal
import json
import re

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
PATTERN = re.compile(r"<(any|absent|uuid|number|string|timestamp|request-id|matches|capture)(?: (.*))?>", re.DOTALL)
SETS = ("SS", "NS", "BS")
OTHERS = "..."
# Bounds of a plausible timestamp in seconds since 1970, so that a test does not depend on the clock.
TIMESTAMP_MIN = 1_600_000_000
TIMESTAMP_MAX = 20_000_000_000


def is_request_id(text):
    return re.fullmatch(r"[0-9A-Z]{52}", text) is not None


def is_number(value):
    return isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)


def differences(expected, actual, variables, path="body"):
    """Returns one line per difference; captures go into `variables`."""
    pattern = PATTERN.fullmatch(expected) if isinstance(expected, str) else None
    if pattern:
        return pattern_differences(pattern, actual, variables, path)
    if isinstance(expected, dict) and isinstance(actual, dict):
        return object_differences(expected, actual, variables, path)
    if isinstance(expected, list) and isinstance(actual, list):
        return list_differences(expected, actual, variables, path)
    if is_number(expected) and is_number(actual):
        same = decimal.Decimal(str(expected)) == decimal.Decimal(str(actual))
    else:
        same = type(expected) is type(actual) and expected == actual
    return [] if same else [mismatch(path, expected, actual)]


def pattern_differences(pattern, actual, variables, path):
    kind, argument = pattern.groups()
    holds = {
        "any": lambda: True,
        "absent": lambda: False,
        "uuid": lambda: isinstance(actual, str) and UUID.fullmatch(actual),
        "number": lambda: is_number(actual),
        "string": lambda: isinstance(actual, str),
        "timestamp": lambda: is_number(actual) and TIMESTAMP_MIN <= actual <= TIMESTAMP_MAX,
        "request-id": lambda: isinstance(actual, str) and is_request_id(actual),
        "matches": lambda: isinstance(actual, str) and re.fullmatch(argument, actual),
        "capture": lambda: True,
    }[kind]()
    if not holds:
        return [mismatch(path, pattern.group(0), actual)]
    if kind == "capture":
        variables[argument] = actual if isinstance(actual, str) else json.dumps(actual)
    return []


def object_differences(expected, actual, variables, path):
    found = []
    for name, wanted in expected.items():
        if name == OTHERS:
            continue
        if name not in actual:
            if wanted != "<absent>":
                found.append(f"{path}.{name}: expected {brief(wanted)}, is absent")
        elif name in SETS and isinstance(wanted, list) and isinstance(actual[name], list):
            found += set_differences(wanted, actual[name], f"{path}.{name}")
        else:
            found += differences(wanted, actual[name], variables, f"{path}.{name}")
    if OTHERS not in expected:
        found += [f"{path}.{name}: not expected, is {brief(actual[name])}" for name in actual if name not in expected]
    return found


def set_differences(expected, actual, path):
    same = sorted(map(str, expected)) == sorted(map(str, actual))
    return [] if same else [mismatch(path, expected, actual)]


def list_differences(expected, actual, variables, path):
    if len(expected) != len(actual):
        return [f"{path}: expected {len(expected)} elements, got {len(actual)}: {brief(actual)}"]
    found = []
    for at, (wanted, got) in enumerate(zip(expected, actual)):
        found += differences(wanted, got, variables, f"{path}[{at}]")
    return found


def mismatch(path, expected, actual):
    return f"{path}: expected {brief(expected)}\n    {' ' * len(path)}       got {brief(actual)}"


def brief(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 600 else text[:600] + f"… ({len(text)} characters)"
