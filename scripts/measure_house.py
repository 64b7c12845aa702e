#!/usr/bin/env python3
"""Rough measures of the C++ product code, to compare one state of the tree with another.

Function lengths come from matching braces in sources without comments and texts: good to compare, not
to cite. Tests, benchmarks and generated files are left out.

  scripts/measure_house.py [--by-folder] [ROOT]
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

SOURCE = {".cc", ".h"}
FUNCTION_LINES_MAX = 70
DUPLICATE_LINES = 6
CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
# An opening brace of a function follows a parameter list, perhaps with qualifiers or initialisers.
FUNCTION = re.compile(r"\)\s*(?:const|noexcept|override|final|mutable|->\s*[\w:<>,&*\s]+|:\s[^;{}]*(?:\{[^{}]*\}[^;{}]*)*)*\s*$")
CONTROL = re.compile(r"\b(?:if|for|while|switch|catch)\s*(?:constexpr\s*)?\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*$")
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def product(root):
    listed = subprocess.run(["git", "ls-files", "src"], cwd=root, capture_output=True, text=True, check=True).stdout.split()
    return [root / name for name in listed if pathlib.Path(name).suffix in SOURCE
            and not name.endswith("_test.cc") and "/testing/" not in name and (root / name).exists()]


def without_texts(text):
    return CODE.sub(lambda m: "\n" * m.group(0).count("\n"), text)


def function_lengths(text):
    """Lengths in lines of the outermost functions; classes and namespaces are looked into."""
    text = without_texts(text)
    lengths, opened, last = [], [], 0
    for match in re.finditer(r"[{};]", text):
        at, mark = match.start(), match.group(0)
        if mark == "{":
            before = text[last:at]
            inside = any(kind for kind, _ in opened)
            function = not inside and FUNCTION.search(before) is not None and CONTROL.search(before) is None
            opened.append((function, at))
        elif mark == "}" and opened:
            function, start = opened.pop()
            if function:
                lengths.append(text.count("\n", start, at) + 1)
        last = at + 1
    return lengths


def comment_share(paths, texts):
    lines = comments = 0
    for path in paths:
        for line in texts[path].split("\n"):
            lines += bool(line.strip())
            comments += line.lstrip().startswith("//")
    return 100 * comments / max(lines, 1)


def at_share(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else 0


def duplicate_runs(paths, texts):
    """Runs of six identical lines of code that stand in more than one place."""
    places = collections.defaultdict(set)
    for path in paths:
        code = [line.strip() for line in without_texts(texts[path]).split("\n")]
        code = [line for line in code if len(line) > 3 and not line.startswith("#include")]
        for i in range(len(code) - DUPLICATE_LINES + 1):
            places["\n".join(code[i:i + DUPLICATE_LINES])].add(path)
    pairs = {tuple(sorted(found)) for found in places.values() if len(found) > 1}
    return len(pairs)


def layers(root):
    """Module folder -> its place, lowest first, as the CMakeLists.txt list them."""
    order = []

    def add(folder):
        manifest = root / "src" / folder / "CMakeLists.txt"
        text = manifest.read_text() if manifest.exists() else ""
        rooms = re.findall(r"add_subdirectory\(([\w/]+)\)", text)
        if not rooms or "stator_module(" in text:
            order.append(folder)
        for room in rooms:
            add(f"{folder}/{room}" if folder else room)

    add("")
    return {folder: place for place, folder in enumerate(order) if folder}


def folder_of(name, order):
    folder = name.rsplit("/", 1)[0] if "/" in name else ""
    while folder and folder not in order:
        folder = folder.rsplit("/", 1)[0] if "/" in folder else ""
    return folder


def backward_includes(root, paths, texts):
    order = layers(root)
    count = 0
    for path in paths:
        own = order.get(folder_of(path.relative_to(root / "src").as_posix(), order))
        for included in INCLUDE.findall(texts[path]):
            other = order.get(folder_of(included, order))
            count += own is not None and other is not None and other > own
    return count


def row(name, paths, texts):
    headers = [p for p in paths if p.suffix == ".h"]
    files = [texts[p].count("\n") for p in paths]
    functions = [length for p in paths for length in function_lengths(texts[p])]
    folders = collections.Counter(p.parent for p in paths)
    lengths = " · ".join(str(at_share(functions, share)) for share in (0.5, 0.9, 0.99, 1))
    return (f"| {name} | {len(files)} | {sum(files):,} | {at_share(files, 0.5)} · {at_share(files, 0.9)} · {max(files)} "
            f"| {len(functions):,} | {lengths} | {sum(f > FUNCTION_LINES_MAX for f in functions)} "
            f"| {comment_share(paths, texts):.1f} % · {comment_share(headers, texts):.1f} % | {max(folders.values())} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    parser.add_argument("--by-folder", action="store_true", help="one more row for each folder under src/")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    paths = product(root)
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in paths}
    print("| | files | lines | file p50 · p90 · max | functions | fn p50 · p90 · p99 · max | > 70 lines "
          "| comment lines: all · headers | most files in one folder |")
    print("|---|---|---|---|---|---|---|---|---|")
    model = [p for p in paths if (root / "src" / "model") in p.parents]
    print(row("all", paths, texts))
    print(row("without `model`", [p for p in paths if p not in set(model)], texts))
    print(row("`model`", model, texts))
    if arguments.by_folder:
        for folder in sorted({p.relative_to(root / "src").parts[0] for p in paths if p.parent != root / "src"}):
            print(row(f"`{folder}`", [p for p in paths if (root / "src" / folder) in p.parents], texts))
    print(f"\npairs of files that share {DUPLICATE_LINES} identical lines: {duplicate_runs(paths, texts)}")
    print(f"includes that point to a higher folder: {backward_includes(root, paths, texts)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
