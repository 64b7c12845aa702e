"""Runs Debian's AWS CLI without the user's configuration."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

DEBIAN_CLI = pathlib.Path("/usr/bin/aws")


def aws_command():
    if DEBIAN_CLI.exists():
        return str(DEBIAN_CLI)
    found = shutil.which("aws")
    if found is None:
        raise RuntimeError("the AWS CLI is not installed (scripts/setup test)")
    return found


def aws_environment(home):
    return {
        "PATH": f"{pathlib.Path(aws_command()).parent}:{os.environ['PATH']}",
        "HOME": home,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_PAGER": "",
        "LC_ALL": "C.UTF-8",
    }


class AwsCli:
    """Runs `aws dynamodb`, or another service's commands, against one server."""

    def __init__(self, url, service="dynamodb"):
        self._url = url
        self._service = service
        self._home = tempfile.TemporaryDirectory()

    def close(self):
        self._home.cleanup()

    def run(self, *arguments):
        command = [aws_command(), self._service, "--endpoint-url", self._url, *arguments]
        return subprocess.run(command, env=aws_environment(self._home.name), capture_output=True, text=True)

    def __call__(self, *arguments):
        """Returns the command's decoded output. AssertionError with its error text if it fails."""
        run = self.run(*arguments)
        if run.returncode != 0:
            raise AssertionError(run.stderr)
        return json.loads(run.stdout) if run.stdout.strip() else {}

    def refusal(self, *arguments):
        """Returns the error text of a command that must fail."""
        run = self.run(*arguments)
        if run.returncode == 0:
            raise AssertionError(f"expected an error, not {run.stdout}")
        return run.stderr
