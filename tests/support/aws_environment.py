"""How tests call the AWS CLI: Debian's, with nothing of the user's configuration."""

import os
import pathlib
import shutil

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
