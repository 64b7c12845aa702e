// The section of a finding in docs/model-findings.md, as far as the console shows it: paragraphs,
// lists and code.
export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "code"; readonly text: string };

// The lines below "### `code`", up to the next heading.
export function sectionOf(document: string, code: string): string {
  const lines = document.split("\n");
  const from = lines.findIndex((line) => line.startsWith("#") && line.includes(`\`${code}\``));
  if (from < 0) return "The documentation says nothing about this finding.";
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith("#"));
  return lines.slice(from + 1, length < 0 ? undefined : from + 1 + length).join("\n");
}

export function blocksOf(section: string): Block[] {
  const blocks: Block[] = [];
  const parts = section.split(/^```.*$/m);
  parts.forEach((part, at) => {
    if (at % 2 === 1) blocks.push({ kind: "code", text: part.replace(/^\n|\n$/g, "") });
    else for (const text of part.split(/\n\s*\n/)) if (text.trim() !== "") blocks.push(blockOf(text));
  });
  return blocks;
}

function blockOf(text: string): Block {
  if (!/^\s*- /.test(text)) return { kind: "text", text: plain(text) };
  return { kind: "list", items: text.split(/^\s*- /m).filter((item) => item.trim() !== "").map(plain) };
}

// A link shows its words.
const plain = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/\*\*/g, "").replace(/\s+/g, " ").trim();
