import type { PatternBill } from "../../data/requests/bill_shapes";
import type { ModelDescription, ModelPattern, ModelRequest } from "../../data/requests/model_shapes";

// The pattern of the model that a pattern of the bill looks like: the same operation on the same table
// or index, with the same form of the keys. Arguments of the model are data, as `*` is in the bill.
export function modelPatternOf(pattern: PatternBill, model: ModelDescription): ModelPattern | undefined {
  const scored = model.patterns.map((one) => ({ one, score: Math.max(0, ...one.requests.map((request) => scoreOf(pattern, request))) }));
  const best = scored.reduce<(typeof scored)[number] | undefined>((most, each) => (each.score > (most?.score ?? 0) ? each : most), undefined);
  return best?.one;
}

function scoreOf(pattern: PatternBill, request: ModelRequest): number {
  if (request.operation !== pattern.operation || request.table !== pattern.table) return 0;
  const begin = `${pattern.operation} ${request.index === undefined ? "" : `${request.index} `}`;
  if (`${pattern.pattern} ` === begin) return 1; // a Scan has no key
  if (!pattern.pattern.startsWith(begin)) return 0;
  const [pk = "", sk = ""] = pattern.pattern.slice(begin.length).split(/ \/ (.*)/s);
  const texts = templatesIn(request.input);
  if (!texts.some((text) => bare(text) === bare(pk))) return 0;
  return sk !== "" && texts.some((text) => bare(text) === bare(sk)) ? 3 : sk === "" ? 2 : 1;
}

// `=A`, `A..` and `A*` are the same text `A` for a comparison, as is the model's `A{name}`.
const bare = (template: string): string => template.replace(/^=/, "").replace(/(\.\.|\*)$/, "");

// Every text of a request with its arguments as `*`.
function templatesIn(input: unknown): string[] {
  if (typeof input === "string") return [input.replace(/\{[^{}]*\}/g, "*")];
  if (typeof input !== "object" || input === null) return [];
  return Object.values(input).flatMap(templatesIn);
}
