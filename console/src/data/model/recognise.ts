import type { ModelDescription, ModelEntity, StoredRow } from "../requests/model_shapes";
import { plainText, templatePattern } from "./key_text";
import type { Item } from "../values/value";

// Finds the entity of an item, by `_type` and the key templates of a model.
export interface Recognised {
  readonly entity: ModelEntity;
  readonly row: StoredRow;
}

export type Recogniser = (item: Item) => Recognised | undefined;

interface Candidate extends Recognised {
  readonly keys: readonly { readonly attribute: string; readonly pattern: RegExp; readonly literal: number }[];
}

const TYPE = "_type";
const GUARD = ".unique";

// A function that recognises the rows of a table, or the entries of one of its indexes. Templates
// with more literal text win.
export function recogniserOf(model: ModelDescription, table: string, index?: string): Recogniser {
  const candidates = model.entities
    .filter((entity) => entity.table === table)
    .flatMap((entity) => entity.rows.filter((row) => row.index === index).map((row) => candidateOf(entity, row)))
    .sort((one, other) => weightOf(other) - weightOf(one));
  return (item) => candidates.find((candidate) => fits(candidate, item));
}

const candidateOf = (entity: ModelEntity, row: StoredRow): Candidate => ({
  entity,
  row,
  keys: [...row.partition, ...row.sort].map(({ attribute, parts }) => ({
    attribute,
    pattern: templatePattern(parts),
    literal: parts.reduce((sum, { literal = "" }) => sum + literal.length, 0),
  })),
});

const weightOf = ({ keys }: Candidate): number => keys.reduce((sum, { literal }) => sum + literal, 0);

function fits({ entity, row, keys }: Candidate, item: Item): boolean {
  const type = item.get(TYPE);
  if (type?.type === "S" && type.value !== (row.role === "guard" ? entity.name + GUARD : entity.name)) return false;
  return keys.every(({ attribute, pattern }) => {
    const value = item.get(attribute);
    return value !== undefined && pattern.test(plainText(value) ?? "");
  });
}
