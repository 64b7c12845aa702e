"""Rules for words: comments, Markdown and commit subjects (the style section of CONTRIBUTING.md)."""

import re
import subprocess

SENTENCE_WORDS_MAX = 30
MARKDOWN_COLUMNS_MAX = 100
SUBJECT_COLUMNS_MAX = 72
SUBJECTS_READ = 30

SLASHES = {".cc", ".h", ".inc", ".mjs", ".ts", ".tsx", ".cs"}
HASHES = {".py", ".cmake", ".sh", ".wire"}

# A comment that begins with a clause leaves its subject unsaid: "What was counted for it is not so."
CLAUSE = re.compile(r"(What|Who|Whose|Whoever|Whatever|Of)\b")
COMMENT_MARK = re.compile(r"\s*(?://+!?|#+)(?: |$)(.*)")
# A tool's directive, a shebang or a line of a wire script's header is no sentence.
DIRECTIVE = re.compile(r"\s*(?:clang-format |NOLINT|!|learned-from:|Runs:|Copyright|SPDX-)")
SENTENCE_END = re.compile(r"[.!?]['\")\]]*(?:\s+|$)")
LIST_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
FENCE = re.compile(r"^\s*(```|~~~)")
# Lines that cannot be wrapped: table rows, link definitions, one long word.
UNWRAPPABLE = re.compile(r"\s*\||\s*\[[^\]]+\]:|\s*(?:[-*+]\s+|\d+\.\s+|>\s*)?\S+$|#")
CODE_SPAN = re.compile(r"`[^`]*`")
LINK_TARGET = re.compile(r"\]\([^)]*\)")


def comments(text, suffix):
    """Yields (line number, text) of each block of whole-line comments; an empty comment line ends a block."""
    if suffix not in SLASHES | HASHES:
        return
    mark = "//" if suffix in SLASHES else "#"
    start, block = 0, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        match = COMMENT_MARK.match(line) if line.lstrip().startswith(mark) else None
        body = match.group(1).strip() if match else ""
        if body and not DIRECTIVE.match(body) and not LIST_ITEM.match(body):
            start = start or number
            block.append(body)
            continue
        if block:
            yield start, " ".join(block)
        start, block = (number, [LIST_ITEM.sub("", body)]) if body and LIST_ITEM.match(body) else (0, [])


def paragraphs(text):
    """Yields (line number, text) of each paragraph and list item of a Markdown page, without code and tables."""
    start, block, fenced = 0, [], False
    for number, line in enumerate(text.split("\n") + [""], 1):
        if FENCE.match(line):
            fenced = not fenced
        skipped = fenced or FENCE.match(line) or not line.strip() or line.lstrip().startswith(("|", "#", "<"))
        if block and (skipped or LIST_ITEM.match(line)):
            yield start, " ".join(block)
            start, block = 0, []
        if not skipped:
            start = start or number
            block.append(LIST_ITEM.sub("", line).strip())
    if block:
        yield start, " ".join(block)


def longest_sentence(text):
    """The word count and first words of the longest sentence; code spans and link targets count as one word."""
    text = LINK_TARGET.sub("]", CODE_SPAN.sub("code", text))
    counted = [(len([w for w in s.split() if re.search(r"\w", w)]), s) for s in SENTENCE_END.split(text)]
    words, sentence = max(counted)
    return words, " ".join(sentence.split()[:6])


def check_comments(tree):
    for path in tree.under("src/", "tests/", "bench/", "scripts/", "examples/", "cmake/", "console/", suffixes=SLASHES | HASHES):
        if "/vectors/" in tree.name(path) or path.parent.name == "corpus":
            continue
        for number, text in comments(tree.text(path), path.suffix):
            if CLAUSE.match(text):
                tree.found("clause", path, number, f'"{" ".join(text.split()[:5])} …": name the subject instead')
            check_sentence(tree, path, number, text)


def check_sentence(tree, path, number, text):
    words, beginning = longest_sentence(text)
    if words > SENTENCE_WORDS_MAX:
        tree.found("sentence", path, number, f'{words} words from "{beginning} …"; at most {SENTENCE_WORDS_MAX}')


def check_markdown(tree):
    for path in [p for p in tree.files if p.suffix == ".md"]:
        fenced = False
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            fenced ^= bool(FENCE.match(line))
            if len(line) > MARKDOWN_COLUMNS_MAX and not fenced and not UNWRAPPABLE.match(line):
                tree.found("markdown", path, number, f"{len(line)} columns; wrap at {MARKDOWN_COLUMNS_MAX}")
        # The facts quote AWS, whose sentences are as long as they are.
        if not tree.name(path).startswith("docs/facts/"):
            for number, text in paragraphs(tree.text(path)):
                check_sentence(tree, path, number, text)


def check_subjects(tree):
    """The subjects of the latest commits; a folder without a history has none."""
    log = subprocess.run(["git", "log", f"-{SUBJECTS_READ}", "--no-merges", "--format=%h %s"],
                         cwd=tree.root, capture_output=True, text=True, check=False)
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        if len(subject) > SUBJECT_COLUMNS_MAX:
            tree.findings.append(("subject", commit, 1, f"{len(subject)} columns; at most {SUBJECT_COLUMNS_MAX}"))


CHECKS = (check_comments, check_markdown, check_subjects)
