#!/usr/bin/env python3
"""The repository's own rules, those that no compiler and no clang-tidy can say.

allowed.txt beside this file lists exceptions, one a line: check, path, reason. It is meant to shrink.
"""

import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import prose  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SKIPPED_FOLDERS = {".git", "build", "data", "node_modules", "__pycache__", ".cache", "corpus"}
FILE_LINES_MAX = 700
FUNCTION_LINES_MAX = 70
SOURCE = {".cc", ".h"}
TEXT = SOURCE | {".py", ".md", ".txt", ".cmake", ".json", ".inc", ".wire", ".mjs", ".ts", ".tsx", ".sh", ""}

# Library -> where its headers may be included.
CONFINED = {
    "boost/beast": ["src/client/http_client.cc", "src/server/http_parser.cc", "examples/orders-service/http_server.cc"],
    "boost/describe": ["src/json/"],
    "boost/mp11": ["src/json/"],
    "boost": ["src/client/", "src/server/", "bench/", "examples/orders-service/"],
    "rocksdb": ["src/storage/rocksdb/", "tests/", "bench/"],
    "simdjson": ["src/json/"],
    "spdlog": ["src/base/"],
    "CLI": ["src/bill/", "src/model/command/", "src/price/", "src/server/", "src/simulate/", "src/sql/", "bench/"],
    "openssl": ["src/client/", "src/item/", "src/server/", "src/base/", "tests/support/"],
    "yaml-cpp": ["src/model/exchange/"],
    "zlib.h": ["src/server/"],
}

# Time and chance enter in base/ alone; everything above is told.
NONDETERMINISM = re.compile(
    r"(system|steady|high_resolution)_clock::now\s*\(|std::random_device|\bsrand\s*\(|[^_\w]rand\s*\(|std::mt19937|"
    r"\bgettimeofday\s*\(|\bclock_gettime\s*\(|[^_\w.>]time\s*\(\s*(nullptr|NULL|0)\s*\)")
SLEEP = re.compile(r"sleep_for|sleep_until|\busleep\s*\(|[^_\w.]sleep\s*\(\s*\d|time\.sleep")
BANNED_NAME = re.compile(r"\b(?:class|struct|namespace)\s+(?:\[\[\w+\]\]\s+)?(\w*(?:Manager|Helper|Utils?|manager|helper|utils?))\b")
BANNED_FILE = re.compile(r"(?:^|_)(?:manager|helpers?|utils?|misc|common)(?:_|$)")
UNFINISHED = re.compile(r"\b(TO" r"DO|FIX" r"ME|X" r"XX)\b(?!\(#\d+\))")
DEBUGGING = re.compile(r"std::c(out|err)\s*<<|\bprintf\s*\(|fmt::print\s*\(\s*\"")
NOLINT = re.compile(r"NOLINT(?:NEXTLINE|BEGIN|END)?")
NOLINT_GOOD = re.compile(r"NOLINT(?:NEXTLINE|BEGIN|END)?\([\w.,*-]+\):? \S+")
# Traces of the machine something was written on, and of where it fetched things from.
MACHINE = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/|/tmp/build|registry\.n" r"pmjs\.org|deb\.d" r"ebian\.org|pypi\.o" r"rg")
MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)

# Citations of docs/facts: "facts 3.4 step 1, 3.9 [L]", "facts 3.1–3.6", "facts appendix C", "fidelity findings 1.23 [R]".
FACT_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
FACT_MARK_ROW = re.compile(r"^\| \[([A-Z][A-Z0-9]*)\] \|", re.MULTILINE)
FACT_MARKS = r"(?: ?\[[A-Z][A-Z0-9]*\])+"
FACT_SERIES = re.compile(r"\b(facts-2|facts|(?:fidelity )?findings) (?=appendix [A-E]\b|[A-E]\.\d|\d)", re.IGNORECASE)
FACT_NUMBER = re.compile(r"(?:appendix )?(\d+[a-z]?\b(?:\.\d+)*|[A-E](?:\.\d+)?\b)")
FACT_DETAIL = re.compile(rf"(?:,? steps? \d+(?:(?:–| and )\d+)?)?({FACT_MARKS})?")
FACT_NEXT = re.compile(r"(?:, | and | to |–)(?=appendix [A-E]\b|[A-E]\.\d|\d)")
FACT_PREFIX = {"facts": "", "facts-2": "2-"}  # any other series is the findings'
# The other forms of a source of knowledge; docs/testing.md describes them.
LEARNED_FROM = re.compile(r"^# learned-from: ?(.*)$")
LEARNED_ELSEWHERE = re.compile(
    r"(?:DynamoDB|CloudWatch|Application Auto Scaling|IAM) (?:Developer Guide|User Guide|API Reference|API model)(?:, \S.*)?$|"
    r"seen on AWS: \S|client: \S|ours(?:: \S|$)")
LEARNED_PATH = re.compile(r"(?:src|docs|tests)/\S+?(?=:|$)")
LEARNED_GAP = "not known: "


class Tree:
    """The files of a repository and what was found wrong with them."""

    def __init__(self, root):
        self.root = root
        self.files = sorted(p for p in listed(root) if p.is_file() and p.suffix in TEXT)
        self.texts = {}
        self.findings = []

    def name(self, path):
        return path.relative_to(self.root).as_posix()

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = path.read_text(encoding="utf-8", errors="replace")
        return self.texts[path]

    def under(self, *prefixes, suffixes=SOURCE):
        return [p for p in self.files if p.suffix in suffixes and self.name(p).startswith(prefixes)]

    def found(self, check, path, line, text):
        self.findings.append((check, self.name(path), line, text))

    def each_line(self, check, paths, pattern, text):
        for path in paths:
            for number, line in enumerate(self.text(path).split("\n"), 1):
                match = pattern.search(line)
                if match:
                    self.found(check, path, number, text.format(match.group(0).strip()))


def listed(root):
    git = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True)
    if git.returncode == 0 and git.stdout:
        paths = [root / name for name in git.stdout.decode().split("\0") if name]
    else:
        paths = list(root.rglob("*"))
    return [p for p in paths if not SKIPPED_FOLDERS & set(p.relative_to(root).parts)]


def is_test(name):
    return name.endswith("_test.cc") or name.startswith(("tests/", "bench/")) or "/testing/" in name


def modules(tree):
    """Folder under src/ -> the modules its CMakeLists.txt declares; lowest layer first.

    A folder without a module of its own, such as src/model, is a house of rooms: its subdirectories
    are modules, in the order of its own list. The module of model/check is called model_check.
    """
    found = {}

    def add(folder):
        manifest = read_or_empty(tree.root / "src" / folder / "CMakeLists.txt")
        if folder and ("stator_module(" in manifest or "add_subdirectory(" not in manifest):
            match = re.search(r"^\s*DEPS\b([^)]*?)(?=\n\s*[A-Z]+\b|\))", manifest, re.MULTILINE)
            found[folder] = match.group(1).split() if match else []
            return
        for name in re.findall(r"add_subdirectory\((\w+)\)", manifest):
            add(f"{folder}/{name}" if folder else name)

    add("")
    return found


def module_name(folder):
    return folder.replace("/", "_")


def folder_of(path, folders):
    """The module's folder in which `path`, relative to src/, lies; None: in none."""
    parts = path.split("/")[:-1]
    for length in range(len(parts), 0, -1):
        folder = "/".join(parts[:length])
        if folder in folders:
            return folder
    return None


def read_or_empty(path):
    return path.read_text() if path.exists() else ""


def check_layers(tree):
    declared = modules(tree)
    order = [module_name(folder) for folder in declared]
    for folder, dependencies in declared.items():
        manifest = tree.root / "src" / folder / "CMakeLists.txt"
        for dependency in dependencies:
            if dependency not in order:
                tree.found("layers", manifest, 1, f"depends on {dependency}, which no CMakeLists.txt above it lists")
            elif order.index(dependency) >= order.index(module_name(folder)):
                tree.found("layers", manifest, 1, f"depends on {dependency}, which is not below it")
    houses = {folder.split("/")[0] for folder in declared if "/" in folder}
    for path in tree.under("src/"):
        name = tree.name(path).removeprefix("src/")
        if "/" not in name:
            continue  # main.cc, which stands above everything
        folder = folder_of(name, declared)
        if folder is None and name.split("/")[0] in houses:
            tree.found("layers", path, 1, f"lies in no room of {name.split('/')[0]}/")
        check_includes(tree, path, folder or name.split("/")[0], declared, houses)


def check_includes(tree, path, folder, declared, houses):
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        match = re.match(r'#include "([^"]+)"', line)
        if not match:
            continue
        included = folder_of(match.group(1), declared)
        if "/" not in match.group(1):
            tree.found("layers", path, number, f'"{match.group(1)}": includes start at src/, as in "{folder}/{match.group(1)}"')
        elif included is None:
            if match.group(1).split("/")[0] in houses:
                tree.found("layers", path, number, f'"{match.group(1)}" lies in no room')
        elif included != folder and module_name(included) not in declared.get(folder, []):
            tree.found("layers", path, number, f"{folder}/ includes from {included}/, which its CMakeLists.txt does not declare")


def check_confinement(tree):
    for path in tree.under("src/", "tests/", "bench/", "examples/"):
        name = tree.name(path)
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            match = re.match(r"#include <([^>]+)>", line)
            if not match:
                continue
            for library, places in CONFINED.items():
                if not (match.group(1) + "/").startswith(library + "/") and not match.group(1).startswith(library + "."):
                    continue
                if library == "boost/beast" and is_test(name):
                    break
                if not any(name.startswith(place) for place in places):
                    tree.found("confinement", path, number, f"<{match.group(1)}> belongs in {' '.join(places)}")
                break


def check_nondeterminism(tree):
    product = [p for p in tree.under("src/") if not is_test(tree.name(p)) and not tree.name(p).startswith("src/base/")]
    tree.each_line("nondeterminism", product, NONDETERMINISM, "{}: time and chance come from base/")
    everything = tree.under("src/", "tests/") + tree.under("tests/", suffixes={".py"})
    tree.each_line("sleep", [p for p in everything if p.parent.name != "tidy"], SLEEP, "{}: wait for the thing itself, not for time to pass")


def check_lengths(tree):
    for path in tree.under("src/", "tests/", "bench/", "scripts/", suffixes=SOURCE | {".py"}):
        lines = tree.text(path).count("\n")
        if lines > FILE_LINES_MAX:
            tree.found("file-length", path, lines, f"{lines} lines; more than {FILE_LINES_MAX} are two concepts")
    for path in tree.under("src/", "bench/"):
        if not is_test(tree.name(path)):
            check_function_lengths(tree, path)


def check_function_lengths(tree, path):
    """By clang-format's layout: a body opens on a line that ends with '{' and closes with '}' at the same indentation."""
    opened = {}
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        if re.match(r"\s*(?:\S.*)?\)[\w\s&:<>,()-]*\{$", line) and indent <= 2 and not re.match(r"\s*(if|for|while|switch|else|\})\b", line):
            opened[indent] = number
        elif re.match(r"\s*\}[;,)]*$", line) and indent in opened:
            length = number - opened.pop(indent) + 1
            if length > FUNCTION_LINES_MAX:
                tree.found("function-length", path, number - length + 1, f"{length} lines; at most {FUNCTION_LINES_MAX}")


def check_words(tree):
    tree.each_line("unfinished", [p for p in tree.files if p.parent.name != "tidy"], UNFINISHED, "{} without an issue: (#12)")
    tree.each_line("names", tree.under("src/", "tests/", "bench/"), BANNED_NAME, "{}: say what it does")
    for path in tree.under("src/", "tests/", "bench/", suffixes=SOURCE | {".py"}):
        if BANNED_FILE.search(path.stem):
            tree.found("names", path, 1, f"{path.name}: say what it holds")
    product = [p for p in tree.under("src/") if not is_test(tree.name(p))]
    tree.each_line("debugging", product, DEBUGGING, "{}: the log is in base/log.h")
    tree.each_line("machine", [p for p in tree.files if p.parent.name != "tidy"], MACHINE, "{}: names a machine or where it fetches from")
    for path in tree.under("src/", "tests/", "bench/"):
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            if NOLINT.search(line) and not NOLINT_GOOD.search(line):
                tree.found("nolint", path, number, "NOLINT names its check and gives a reason: NOLINT(check): why")


def check_operations(tree):
    """Operations of DynamoDB have folders of scripts; those of another service are called in the folder of the service."""
    for table in sorted((tree.root / "src" / "api").rglob("operations.inc")):
        for service, operation, kind in re.findall(r"^OPERATION\((\w+), (\w+), (\w+),", read_or_empty(table), re.MULTILINE):
            if service.startswith("DynamoDB"):
                folder, calls = operation, list((tree.root / "tests" / "wire" / operation).glob("*.wire"))
            else:
                folder, calls = service, scripts_calling(tree.root / "tests" / "wire" / service, f"{service}.{operation}")
            if kind != "kAbsent" and not calls:
                tree.found("operations", table, 1, f"{operation} is built but tests/wire/{folder}/ has no scripts")
            if kind == "kAbsent" and calls:
                tree.found("operations", table, 1, f"{operation} is absent but tests/wire/{folder}/ has scripts")


def scripts_calling(folder, target):
    called = re.compile(rf"^> {re.escape(target)}$", re.MULTILINE)
    return [path for path in folder.glob("*.wire") if called.search(path.read_text())]


def check_documents(tree):
    for path in [p for p in tree.files if p.suffix == ".md"]:
        prose = CODE_FENCE.sub(lambda m: "\n" * m.group(0).count("\n"), tree.text(path))
        for number, line in enumerate(prose.split("\n"), 1):
            for target in MARKDOWN_LINK.findall(line):
                place = target.split("#")[0]
                if place and "://" not in target and not target.startswith("mailto:") and not (path.parent / place).exists():
                    tree.found("links", path, number, f"{target} does not exist")
    index = read_or_empty(tree.root / "docs" / "design" / "README.md")
    for path in [p for p in tree.files if tree.name(p).startswith("docs/design/") and p.suffix == ".md"]:
        if path.name != "README.md" and path.name not in index:
            tree.found("design-index", path, 1, "is not listed in docs/design/README.md")


class Facts:
    """The anchors and marks of docs/facts."""

    def __init__(self, tree):
        self.pages = tree.under("docs/facts/", suffixes={".md"})
        self.anchors = {}
        for path in self.pages:
            for number, line in enumerate(tree.text(path).split("\n"), 1):
                for anchor in FACT_ANCHOR.findall(line):
                    if anchor in self.anchors:
                        tree.found("facts", path, number, f"{anchor} is an anchor of {tree.name(self.anchors[anchor])}, too")
                    self.anchors[anchor] = path
        index = tree.root / "docs" / "facts" / "README.md"
        self.marks = set(FACT_MARK_ROW.findall(read_or_empty(index)))

    def read(self, text, start, series):
        """Reads a list of numbers at `start`; gives its end and what is wrong with it."""
        prefix = FACT_PREFIX.get(series.lower(), "f-")
        wrong = []
        while number := FACT_NUMBER.match(text, start):
            if prefix + number.group(1) not in self.anchors:
                wrong.append(f"{series} {number.group(1)}: docs/facts has no such section")
            detail = FACT_DETAIL.match(text, number.end())
            marks = re.findall(r"\w+", detail.group(1) or "")
            wrong += [f"[{mark}]: docs/facts/README.md has no such mark" for mark in marks if mark not in self.marks]
            following = FACT_NEXT.match(text, detail.end())
            if not following:
                return detail.end(), wrong
            start = following.end()
        return start, wrong


def check_facts(tree):
    """Every reference to docs/facts resolves, and every wire script says where its knowledge is from."""
    facts = Facts(tree)
    for path in tree.under("src/", "tests/", "docs/", "bench/", suffixes=TEXT):
        if path.parent.name == "tidy":
            continue
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            for series in FACT_SERIES.finditer(line):
                for text in facts.read(line, series.end(), series.group(1))[1]:
                    tree.found("facts", path, number, text)
            learned = LEARNED_FROM.match(line) if path.suffix == ".wire" else None
            if learned:
                check_learned_from(tree, facts, path, number, learned.group(1))
    check_fact_links(tree, facts)


def check_learned_from(tree, facts, path, number, text):
    sources = text.split("; ")
    for source in sources:
        if not learned_from_known(tree, facts, source):
            tree.found("learned-from", path, number, f'"{source}" is none of the forms in docs/testing.md')
    if all(source.startswith(LEARNED_GAP) for source in sources):
        tree.found("learned-from", path, number, "names no source")


def learned_from_known(tree, facts, source):
    cited = FACT_SERIES.match(source)
    if cited:
        end = facts.read(source, cited.end(), cited.group(1))[0]
        return end == len(source) or source.startswith(": ", end)
    named = LEARNED_PATH.match(source)
    if named:
        return (tree.root / named.group(0)).exists()
    return source.startswith(LEARNED_GAP) or LEARNED_ELSEWHERE.match(source) is not None


def check_fact_links(tree, facts):
    """Links to a section name the page that has it; the index lists every page."""
    pages = {p.resolve() for p in facts.pages}
    index = tree.root / "docs" / "facts" / "README.md"
    listed_pages = {target.partition("#")[0] for target in MARKDOWN_LINK.findall(read_or_empty(index))}
    for path in facts.pages:
        if path != index and path.name not in listed_pages:
            tree.found("facts", path, 1, "is not listed in docs/facts/README.md")
    for path in [p for p in tree.files if p.suffix == ".md"]:
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            for target in MARKDOWN_LINK.findall(line):
                page, _, anchor = target.partition("#")
                place = (path.parent / page).resolve() if page else path.resolve()
                if anchor and place in pages and facts.anchors.get(anchor, path.parent).resolve() != place:
                    tree.found("facts", path, number, f"{target}: the page has no such anchor")


CHECKS = (check_facts, check_layers, check_confinement, check_nondeterminism, check_lengths, check_words, check_operations,
          check_documents) + prose.CHECKS


def allowed(path):
    """{(check, file)} from allowed.txt; a line without a reason is itself a finding."""
    pairs = {}
    for number, line in enumerate(read_or_empty(path).split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(None, 2)
        if len(words) < 3:
            sys.exit(f"{path}:{number}: check, path and a reason")
        pairs[(words[0], words[1])] = number
    return pairs


def findings_of(root, exceptions):
    tree = Tree(root)
    for check in CHECKS:
        check(tree)
    used = set()
    kept = []
    for check, name, line, text in tree.findings:
        if (check, name) in exceptions:
            used.add((check, name))
        else:
            kept.append(f"{name}:{line}: {check}: {text}")
    kept += [f"tests/tidy/allowed.txt:{exceptions[pair]}: {pair[0]} {pair[1]} is no longer needed" for pair in exceptions if pair not in used]
    return kept


def main():
    found = findings_of(ROOT, allowed(ROOT / "tests" / "tidy" / "allowed.txt"))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
