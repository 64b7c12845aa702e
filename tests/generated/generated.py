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
    """What `stator model COMMAND` prints of a model without faults."""
    line = [os.environ["STATOR"], "model", command, str(HERE / f"{model}.std"), *more]
    return subprocess.run(line, check=True, capture_output=True, text=True).stdout


def text(model, target):
    return run("generate", model, "--to", target)


def module(model):
    """The generated Python module, imported."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{model}_store.py"
        run("generate", model, "--to", "python", "--out", str(path))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        loaded = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = loaded  # where dataclasses look for their annotations
        spec.loader.exec_module(loaded)
        return loaded


def create_tables(client, model):
    for requests in json.loads(text(model, "create-table")):
        client.create_table(**requests["CreateTable"])
        client.get_waiter("table_exists").wait(TableName=requests["CreateTable"]["TableName"])
        if "UpdateTimeToLive" in requests:
            client.update_time_to_live(**requests["UpdateTimeToLive"])
