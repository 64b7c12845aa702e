#!/usr/bin/env python3
"""Generates the request and response types and their JSON codecs from the API shapes."""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from generator import codecs, types  # noqa: E402
from generator.compatibility import Compatibility  # noqa: E402
from generator.model import Model, read_operations  # noqa: E402


def write_if_changed(path, text):
    """Leaves an unchanged file alone, so that what depends on it is not built again."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def generate_code(model, folder):
    files = {"api/types.h": types.generate(model)}
    files.update(codecs.generate(model))
    for name, text in files.items():
        write_if_changed(os.path.join(folder, name), text)


def document(path, text, check):
    if not check:
        return write_if_changed(path, text)
    with open(path, encoding="utf-8") as file:
        if file.read() == text:
            return None
    raise SystemExit(f"{path} is out of date; build the target stator_compatibility")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", required=True, help="folder of the shape files")
    parser.add_argument("--operations", required=True, help="api/operations.inc")
    parser.add_argument("--out", help="folder to write api/ and wire/ into")
    parser.add_argument("--compatibility", help="write this document")
    parser.add_argument("--check", action="store_true", help="compare it instead, and fail if it differs")
    arguments = parser.parse_args()

    sources = {
        "DynamoDB": os.path.join(arguments.shapes, "dynamodb.json"),
        "DynamoDBStreams": os.path.join(arguments.shapes, "dynamodbstreams.json"),
    }
    rows = read_operations(arguments.operations)
    if arguments.out:
        generate_code(Model(sources, os.path.join(arguments.shapes, "overlay.json"), rows), arguments.out)
    if arguments.compatibility:
        notes = os.path.join(arguments.shapes, "compatibility.json")
        document(arguments.compatibility, Compatibility(sources, notes, rows).generate(), arguments.check)


if __name__ == "__main__":
    main()
