"""Files that `stator model generate` makes from the models beside this one."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(command, model, *more):
    """Returns the output of `stator model COMMAND` for a model without faults."""
    line = [os.environ["STATOR"], "model", command, str(HERE / f"{model}.std"), *more]
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


def text(model, target):
    return run("generate", model, "--to", target)


def loaded(path):
    """Imports the Python module in the file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module_made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module_made  # where dataclasses look for their annotations
    spec.loader.exec_module(module_made)
    return module_made


def module(model):
    """Imports the generated Python module, with its runtime as a separate file."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{model}_store.py"
        run("generate", model, "--to", "python", "--out", str(path))
        sys.path.insert(0, folder)
        try:
            return loaded(path)
        finally:
            sys.path.remove(folder)


def printed_module(model):
    """Imports the printed module, which contains its runtime."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{model}_printed.py"
        path.write_text(text(model, "python"), encoding="utf-8")
        return loaded(path)


def create_tables(client, model):
    for requests in json.loads(text(model, "create-table")):
        client.create_table(**requests["CreateTable"])
        client.get_waiter("table_exists").wait(TableName=requests["CreateTable"]["TableName"])
        if "UpdateTimeToLive" in requests:
            client.update_time_to_live(**requests["UpdateTimeToLive"])
