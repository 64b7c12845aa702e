"""Attribute values in the naive model: the JSON of the protocol, numbers in canonical form, sets sorted.

Written from DynamoDB's documented rules, with Python's own decimals and bytes, and without reference to the server's
code.
"""

import base64
import decimal
import math

EXACT = decimal.Context(prec=600, Emin=-10_000, Emax=10_000)
DIGITS_MAX = 38
MAGNITUDE_MAX = decimal.Decimal("9.9999999999999999999999999999999999999E+125")
MAGNITUDE_MIN = decimal.Decimal("1E-130")
SCALARS = ("S", "N", "B")
SETS = ("SS", "NS", "BS")


class Refused(Exception):
    """The model's prediction that a request is answered with an error."""

    def __init__(self, code, detail=None):
        """`detail`: the item that a condition met, or the reasons of a cancelled transaction."""
        super().__init__(code)
        self.code, self.detail = code, detail


def invalid():
    return Refused("ValidationException")


def kind(value):
    return next(iter(value))


def content(value):
    return next(iter(value.values()))


# --- Numbers ---

def number(text):
    return EXACT.create_decimal(text)


def number_value(amount):
    """The attribute value of a decimal, or Refused when it is out of DynamoDB's range."""
    amount = EXACT.plus(amount)
    if amount == 0:
        return {"N": "0"}
    digits = "".join(map(str, amount.as_tuple().digits)).strip("0")
    if len(digits) > DIGITS_MAX or not MAGNITUDE_MIN <= abs(amount) <= MAGNITUDE_MAX:
        raise invalid()
    return {"N": number_text(amount)}


def number_text(amount):
    text = format(amount, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def number_size(text):
    """Returns 1 for the sign and scale, 1 for each pair of significant digits on either side of the point, 1 for a
    minus.
    """
    if text == "0":
        return 1
    whole, _, fraction = text.lstrip("-").partition(".")
    whole = whole.lstrip("0")
    if fraction:
        # Zeros right after the point are not significant if the integer part is zero.
        fraction = fraction if whole else fraction.lstrip("0")
    else:
        whole = whole.rstrip("0")
    return 1 + math.ceil(len(whole) / 2) + math.ceil(len(fraction) / 2) + text.startswith("-")


# --- Values ---

def stored(value):
    """Returns the form in which a value is stored and returned."""
    type_, held = kind(value), content(value)
    if type_ == "N":
        return number_value(number(held))
    if type_ == "L":
        return {"L": [stored(each) for each in held]}
    if type_ == "M":
        return {"M": {name: stored(each) for name, each in held.items()}}
    if type_ in SETS:
        return stored_set(type_, held)
    return value


def stored_set(type_, members):
    if type_ == "NS":
        members = [number_value(number(each))["N"] for each in members]
    if not members or len(set(members)) != len(members):
        raise invalid()
    return {type_: sorted(members)}


def stored_item(item):
    return {name: stored(value) for name, value in item.items()}


def arranged(value):
    """Returns an answer's value with sorted sets: their order has no meaning."""
    type_, held = kind(value), content(value)
    if type_ == "L":
        return {"L": [arranged(each) for each in held]}
    if type_ == "M":
        return {"M": {name: arranged(each) for name, each in held.items()}}
    return {type_: sorted(held)} if type_ in SETS else value


def arranged_item(item):
    return {name: arranged(value) for name, value in item.items()}


def scalar_bytes(value):
    return base64.b64decode(value["B"]) if "B" in value else value["S"].encode()


def ordered(value):
    """Returns the sort key of values of one scalar type."""
    return number(value["N"]) if "N" in value else scalar_bytes(value)


# --- Sizes ---

def value_size(value):
    type_, held = kind(value), content(value)
    if type_ == "N":
        return number_size(held)
    if type_ in ("S", "B"):
        return len(scalar_bytes(value))
    if type_ in SETS:
        return sum(value_size({type_[0]: each}) for each in held)
    if type_ == "L":
        return 3 + sum(1 + value_size(each) for each in held)
    if type_ == "M":
        return 3 + sum(1 + len(name.encode()) + value_size(each) for name, each in held.items())
    return 1


def item_size(item):
    return sum(len(name.encode()) + value_size(value) for name, value in item.items())
