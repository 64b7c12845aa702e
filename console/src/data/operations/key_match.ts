import { plainText, templatePattern } from "../model/key_text";
import type { KeyTemplate, ModelDescription, ModelEntity, StoredRow } from "../requests/model_shapes";
import type { Value } from "../values/value";
import type { KeyTerm } from "./key_condition";

// Keys of requests against the templates of a model's keys.

// A request that no pattern of this model can state. The message says why.
export class NoPattern extends Error {}

export interface Match {
  readonly entity: ModelEntity;
  readonly row: StoredRow;
  readonly names: readonly string[]; // of the attributes whose values the key holds
  readonly weight: number; // letters of the templates that the values confirm
}

// Rows of a table or an index with the most confirmed letters first.
export function best(model: ModelDescription, table: string, index: string | undefined, look: (row: StoredRow) => Found | undefined): Match {
  const matches = model.entities
    .filter((entity) => entity.table === table)
    .flatMap((entity) =>
      entity.rows
        .filter((row) => row.index === index && row.role !== "guard")
        .map((row) => ({ entity, row, found: look(row) })),
    )
    .flatMap(({ entity, row, found }) => (found === undefined ? [] : [{ entity, row, ...found }]))
    .sort((one, other) => other.weight - one.weight);
  const [first] = matches;
  if (first === undefined) throw new NoPattern("No entity of the model has keys like those of this request.");
  return first;
}

export interface Found {
  readonly names: readonly string[];
  readonly weight: number;
}

// The attributes in a value that the whole template made.
export function inValue(template: KeyTemplate, value: Value | undefined): Found | undefined {
  const text = value && plainText(value);
  if (text === undefined || !templatePattern(template.parts).test(text)) return undefined;
  return { names: namesIn(template.parts), weight: lettersOf(template.parts) };
}

export const namesIn = (parts: KeyTemplate["parts"]): string[] =>
  parts.flatMap(({ attribute, shards, bucket }) => (attribute === undefined || shards !== undefined || bucket !== undefined ? [] : [attribute]));

const lettersOf = (parts: KeyTemplate["parts"]): number => parts.reduce((sum, { literal = "" }) => sum + literal.length, 1);

export function together(found: readonly (Found | undefined)[]): Found | undefined {
  const all = found.filter((one) => one !== undefined);
  if (all.length < found.length) return undefined;
  return { names: [...new Set(all.flatMap(({ names }) => names))], weight: all.reduce((sum, { weight }) => sum + weight, 0) };
}

// The match of a key condition's terms with the templates of a row.
export function inTerms(row: StoredRow, terms: readonly KeyTerm[]): Found | undefined {
  const templates = [...row.partition, ...row.sort];
  if (terms.some(({ attribute }) => !templates.some((template) => template.attribute === attribute))) return undefined;
  const partition = row.partition.map((template) => inTerm(template, terms));
  const sort = row.sort.flatMap((template) => (terms.some(({ attribute }) => attribute === template.attribute) ? [inTerm(template, terms)] : []));
  return together([...partition, ...sort]);
}

function inTerm(template: KeyTemplate, terms: readonly KeyTerm[]): Found | undefined {
  const term = terms.find(({ attribute }) => attribute === template.attribute);
  if (term === undefined) return undefined;
  if (term.comparison === "=") return inValue(template, term.values[0]);
  // The beginning of a key: as many whole parts as the text has.
  for (let count = template.parts.length; count > 0; count--) {
    const found = inValue({ ...template, parts: template.parts.slice(0, count) }, term.values[0]);
    if (found !== undefined && endsWithLiteral(template.parts, count)) return found;
  }
  return startsAlike(template, term.values[0]) ? { names: [], weight: 1 } : undefined;
}

// A text that ends within an attribute says only a part of it.
const endsWithLiteral = (parts: KeyTemplate["parts"], count: number): boolean => parts[count - 1]?.literal !== undefined;

function startsAlike({ parts }: KeyTemplate, value: Value | undefined): boolean {
  const literal = parts[0]?.literal ?? "";
  const text = (value && plainText(value)) ?? "";
  return text.startsWith(literal) || literal.startsWith(text);
}
