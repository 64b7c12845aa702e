#!/usr/bin/env python3
"""Generates the request and response types and their codecs, for the server and the client, from the API shapes."""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from generator import checks, client, client_api, codecs, schema, types  # noqa: E402
from generator.client_model import ClientModel  # noqa: E402
from generator.compatibility import document_of  # noqa: E402
from generator.family import DYNAMODB, FAMILIES  # noqa: E402


def write_if_changed(path, text):
    """Leaves an unchanged file alone, so that its dependents are not rebuilt."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def generate_code(family, model, folder, shapes):
    files = {family.path("api", "types.h"): types.generate(family, model)}
    files.update(codecs.generate(family, model))
    if family.folder == "cloudwatch":  # CloudWatch has protocols beside JSON
        files[family.path("wire", "schema.cc")] = schema.generate(family, model)
    if family is DYNAMODB:
        files.update(checks.generate(model))
        seen = ClientModel(model, os.path.join(shapes, "client.json"))
        files.update(client.generate(seen) | client_api.generate(seen))
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
    parser.add_argument("--api", required=True, help="folder of operations.inc, for each family of services")
    parser.add_argument("--out", help="folder to write api/, wire/ and client/ into")
    parser.add_argument("--compatibility", help="write this document")
    parser.add_argument("--check", action="store_true", help="compare it instead, and fail if it differs")
    arguments = parser.parse_args()

    if arguments.out:
        for family in FAMILIES:
            generate_code(family, family.model(arguments.shapes, arguments.api), arguments.out, arguments.shapes)
    if arguments.compatibility:
        parts = [family.compatibility(arguments.shapes, arguments.api) for family in FAMILIES]
        document(arguments.compatibility, document_of(parts), arguments.check)


if __name__ == "__main__":
    main()
