import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";

import type { ModelDescription } from "../../../data/requests/model_shapes";

const LOOKED_BACK = 20_000; // letters
const STATEMENTS = ["model", "table", "index", "tenant", "entity", "patterns", "assert", "budget", "sample", "limit"];
const MEMBERS = ["attr", "identity", "key", "copy", "unique", "skew"];
const TYPES = ["string", "free", "id", "number", "date", "time", "bool", "enum", "values", "text", "map", "blob", "list", "counter", "version", "ttl"];
const VERBS = ["get", "list", "fetch", "put", "update", "delete", "txn", "scan", "sql", "export"];
const CLAUSES = ["asc", "desc", "range", "limit", "show", "strong", "via", "if new", "if", "set", "add", "modify", "append", "rewrite keys", "peak"];
const TABLE_WORDS = ["on-demand", "provisioned", "stream new+old", "stream keys", "class ia", "auto"];
const INDEX_WORDS = ["all", "keys", "include", "local", "inverted"];
const ASSERTIONS = ["no scan", "one request per read", "cost", "items", "except"];

// Completes words of the language, and names of the model. `read` returns the latest description:
// while a text is no model, the names of the last one stay.
export const completionsFor =
  (read: () => ModelDescription | undefined): CompletionSource =>
  (context) =>
    resultOf(context, read());

function resultOf(context: CompletionContext, model: ModelDescription | undefined): CompletionResult | null {
  const word = context.matchBefore(/[A-Za-z0-9_.-]*/);
  if (word === null || (word.from === word.to && !context.explicit && !/[[{:]$/.test(before(context, word.from)))) return null;
  const options = optionsAt(before(context, word.from), context.state.doc.toString(), context.pos, model);
  return options.length === 0 ? null : { from: word.from, options: [...options], validFor: /^[A-Za-z0-9_.-]*$/ };
}

const before = (context: CompletionContext, at: number): string => {
  const line = context.state.doc.lineAt(at);
  return line.text.slice(0, at - line.from);
};

const words = (list: readonly string[], type: string): Completion[] => list.map((label) => ({ label, type }));

// Returns the words that may follow `line`, the beginning of the line at the cursor.
export function optionsAt(line: string, text: string, at: number, model: ModelDescription | undefined): Completion[] {
  if (/"[^"]*$/.test(line) && (line.match(/"/g)?.length ?? 0) % 2 === 1) return [];
  const [first = ""] = line.trim().split(/\s+/);
  const entity = entityAbove(text, at);
  if (/\{[^}]*$/.test(line)) return words(attributesOf(entity, text, model), "property");
  if (line.trim() === "") return startsOf(line, text, at, model);
  switch (first) {
    case "attr":
      return /:[\w]*$/.test(line) ? words(TYPES, "type") : [];
    case "identity":
    case "skew":
      return words(attributesOf(entity, text, model), "property");
    case "table":
      return words(TABLE_WORDS, "keyword");
    case "index":
      return words(INDEX_WORDS, "keyword");
    case "entity":
      return [...words(["in", "table", "shared", "x"], "keyword"), ...words(entitiesOf(text), "class")];
    case "assert":
      return [...words(ASSERTIONS, "keyword"), ...words((model?.patterns ?? []).map(({ id }) => id), "constant")];
    default:
      return isPatternLine(line) ? inPattern(line, text, model) : [];
  }
}

function startsOf(line: string, text: string, at: number, model: ModelDescription | undefined): Completion[] {
  if (line === "") return words(STATEMENTS, "keyword");
  const near = text.slice(Math.max(0, at - LOOKED_BACK), at);
  const isEntity = /\n[ \t]*entity[^\n]*(\n[ \t]+[^\n]*)*$/.test(`\n${near}`);
  const indexes = (model?.tables ?? []).flatMap((table) => table.indexes.map(({ name }) => name));
  return isEntity ? [...words(MEMBERS, "keyword"), ...words([...new Set(indexes)], "class")] : words(["as key", "as query"], "keyword");
}

const isPatternLine = (line: string): boolean => /^\s*\S+\s+(\d|high|medium|low)/.test(line);

function inPattern(line: string, text: string, model: ModelDescription | undefined): Completion[] {
  const inside = /(\w[\w.-]*)\[[^\]]*$/.exec(line);
  if (inside !== null) return words(attributesOf(inside[1], text, model), "property");
  if (/\ssql\s/.test(line)) return [...words(["strong"], "keyword"), ...words(entitiesOf(text), "class")];
  if (/(?:get|list|fetch|scan|export|put|update|delete|check|\+)\s+[\w.-]*$/.test(line)) return words(entitiesOf(text), "class");
  if (/\b(?:asc|desc|range|show|set|add|modify|append|if|,)\s+[\w.-]*$/.test(line)) {
    const of = /(?:get|list|fetch|scan|export|put|update|delete)\s+([\w.-]+)/.exec(line)?.[1];
    return words(attributesOf(of, text, model), "property");
  }
  const hasVerb = VERBS.some((verb) => new RegExp(`\\s${verb}\\s`).test(line));
  return words(hasVerb ? CLAUSES : VERBS, "keyword");
}

const entitiesOf = (text: string): string[] => [...new Set([...text.matchAll(/^[ \t]*entity[ \t]+([\w.-]+)/gm)].map(([, name]) => name!))];

// The entity whose lines the cursor is in.
function entityAbove(text: string, at: number): string | undefined {
  return [...text.slice(0, at).matchAll(/^[ \t]*entity[ \t]+([\w.-]+)/gm)].at(-1)?.[1];
}

// The text knows attributes that are new, the description those that are inherited.
function attributesOf(entity: string | undefined, text: string, model: ModelDescription | undefined): string[] {
  const described = model?.entities.find(({ name }) => name === entity)?.attributes.map(({ name }) => name) ?? [];
  const part = new RegExp(`^[ \\t]*entity[ \\t]+${(entity ?? "").replace(/[^\w-]/g, "\\$&")}\\b[^\n]*((?:\n[ \t]+[^\n]*)*)`, "m").exec(text)?.[1] ?? "";
  const written = [...part.matchAll(/^[ \t]*attr[ \t]+([^\n]*)/gm)].flatMap(([, list]) =>
    list!.replace(/\([^)]*\)/g, "").split(",").map((one) => one.split(":")[0]!.trim()),
  );
  return [...new Set([...described, ...written])].filter((name) => /^[\w.-]+$/.test(name));
}
