import type { ModelDescription } from "../requests/model_shapes";

// An id that no pattern has: the one behind the last.
export function freeId({ patterns }: ModelDescription): string {
  const taken = new Set(patterns.map(({ id }) => id));
  const [, letters = "A", number = "0"] = /^(\D*)(\d+)$/.exec(patterns.at(-1)?.id ?? "") ?? [];
  for (let next = Number(number) + 1; ; next++) if (!taken.has(`${letters}${next}`)) return `${letters}${next}`;
}

const HEAD = /^patterns\s*(?:#.*)?$/;

// The model's text with one more pattern behind the others.
export function withPattern(text: string, line: string, { patterns }: ModelDescription): string {
  const lines = text.split("\n");
  const last = Math.max(0, ...patterns.map((one) => one.line)); // lines count from 1
  const head = lines.findIndex((one) => HEAD.test(one));
  let at = last > 0 ? last : head + 1;
  if (at === 0) return `${text.replace(/\n*$/, "\n")}\npatterns\n  ${line}\n`;
  while (/^\s+as\s/.test(lines[at] ?? "")) at++; // stated requests belong to the pattern above
  return [...lines.slice(0, at), `  ${line}`, ...lines.slice(at)].join("\n");
}
