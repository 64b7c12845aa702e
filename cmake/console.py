#!/usr/bin/env python3
"""Builds the web console and compresses its files. cmake/StatorConsole.cmake runs it.

    console.py --mode AUTO|ON|OFF --source console --out build/dev/console [--node node] [--npm npm]

npm installs the packages beside the sources, in console/node_modules, where Node looks for them. It runs only when
package-lock.json has changed, and it alone needs a network. Then `node build.mjs FOLDER` writes the files. They end up
compressed in OUT/packed.

AUTO leaves the console out if the packages cannot be had, and says so in one sentence. ON fails then. OFF always leaves
the console out. A fault of the sources fails in both modes.
"""

import argparse
import fcntl
import gzip
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys

NODE_VERSION_MIN = 18
INSTALL_SECONDS_MAX = 600
NPM_CI = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=2",
          "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000", "--fetch-timeout=60000"]
NPM_ERROR_CODE = re.compile(r"^npm (?:ERR!|error) code (\S+)", re.MULTILINE)
# The package files contradict each other, or a package is not the one whose hash they name.
FAULTS = {"EUSAGE", "EINTEGRITY", "EJSONPARSE"}


class Unavailable(Exception):
    """The console cannot be built on this machine now. The text completes "because …"."""


class Fault(Exception):
    """The sources of the console are wrong."""


def version_of(node):
    """The major version of Node.js; None if there is no such program."""
    if shutil.which(node) is None:
        return None
    run = subprocess.run([node, "--version"], capture_output=True, text=True)
    found = re.match(r"v(\d+)\.", run.stdout)
    return int(found.group(1)) if found else None


def check_node(node):
    version = version_of(node)
    if version is None:
        raise Unavailable("Node.js is not installed")
    if version < NODE_VERSION_MIN:
        raise Unavailable(f"Node.js {version} is too old (it takes {NODE_VERSION_MIN} or later)")


def install(source, npm, log):
    """Makes source/node_modules hold exactly the packages of the lock file. Concurrent builds wait for each other."""
    lock_file = source / "package-lock.json"
    mark = source / "node_modules" / ".installed-for-stator"
    with open(lock_file, "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = hashlib.sha256(lock.read()).hexdigest()
        if mark.exists() and mark.read_text() == wanted:
            return
        if shutil.which(npm) is None:
            raise Unavailable("npm is not installed")
        mark.unlink(missing_ok=True)
        run_npm(source, npm, log)
        mark.parent.mkdir(exist_ok=True)
        mark.write_text(wanted)


def run_npm(source, npm, log):
    with open(log, "w") as output:
        try:
            status = subprocess.run([npm, *NPM_CI], cwd=source, stdin=subprocess.DEVNULL, stdout=output,
                                    stderr=subprocess.STDOUT, timeout=INSTALL_SECONDS_MAX).returncode
        except subprocess.TimeoutExpired:
            raise Unavailable(f"npm did not fetch its packages in {INSTALL_SECONDS_MAX} seconds") from None
    if status == 0:
        return
    text = log.read_text(errors="replace")
    code = NPM_ERROR_CODE.search(text)
    if code and code.group(1) in FAULTS:
        raise Fault(f"npm ci failed:\n{text}")
    raise Unavailable(f"npm cannot fetch its packages ({code.group(1) if code else f'status {status}'}; see {log})")


def bundle(source, node, files):
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir(parents=True)
    run = subprocess.run([node, "build.mjs", str(files)], cwd=source, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        raise Fault(f"node build.mjs failed:\n{run.stdout}")
    if not (files / "index.html").exists():
        raise Fault("node build.mjs wrote no index.html")


def pack(files, packed):
    """Compresses `files` into `packed`; the same files give the same bytes."""
    shutil.rmtree(packed, ignore_errors=True)
    packed.mkdir(parents=True)
    for path in sorted(p for p in files.rglob("*") if p.is_file()):
        target = packed / (path.relative_to(files).as_posix() + ".gz")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def write_manifest(packed, manifest):
    """Lists the packed files with their hashes. An unchanged list keeps its time, so that nothing is embedded again."""
    lines = [f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(packed).as_posix()}\n"
             for p in sorted(packed.rglob("*")) if p.is_file()]
    text = "".join(lines)
    if not manifest.exists() or manifest.read_text() != text:
        manifest.write_text(text)


def sources_of(source):
    """All files and folders of the console. A folder changes when a file in it appears or disappears."""
    found = []
    pending = [source] if source.is_dir() else []
    while pending:
        folder = pending.pop()
        # node_modules appears in the folder of the sources, and installing it is no change of them.
        if folder != source:
            found.append(folder)
        for path in sorted(folder.iterdir()):
            if path.name in ("node_modules", "test"):
                continue
            (pending if path.is_dir() else found).append(path)
    return found


def write_depfile(source, manifest, depfile):
    """Tells Ninja, in the syntax of Make, which files and folders the console is made of."""
    target, *sources = [str(path).replace("$", "$$").replace("#", "\\#").replace(" ", "\\ ")
                        for path in (manifest, *sources_of(source))]
    depfile.write_text(f"{target}: " + " \\\n  ".join(sources) + "\n")


def build(options, out):
    if not (options.source / "package.json").exists():
        raise Unavailable("its sources, the folder console/, are missing")
    check_node(options.node)
    install(options.source, options.npm, out / "npm.log")
    bundle(options.source, options.node, out / "files")
    pack(out / "files", out / "packed")


def run(options):
    out = options.out
    out.mkdir(parents=True, exist_ok=True)
    built = out / "built"
    built.unlink(missing_ok=True)
    write_depfile(options.source, out / "manifest", out / "sources.d")
    unavailable = None
    if options.mode != "OFF":
        try:
            build(options, out)
        except Unavailable as reason:
            unavailable = reason
    if options.mode == "OFF" or unavailable:
        shutil.rmtree(out / "packed", ignore_errors=True)
    if unavailable and options.mode == "ON":
        sys.exit(f"The console cannot be built, because {unavailable}.")
    write_manifest(out / "packed", out / "manifest")
    if unavailable:
        print(f"Stator is built without the web console, because {unavailable}.")
    else:
        built.touch()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", choices=("AUTO", "ON", "OFF"), required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--node", default="node")
    parser.add_argument("--npm", default="npm")
    try:
        run(parser.parse_args())
    except Fault as fault:
        sys.exit(f"The console cannot be built: {fault}")


if __name__ == "__main__":
    main()
