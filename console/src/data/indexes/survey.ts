import type { IndexDescription, TableDescription } from "../requests/table_shapes";
import { keyProblem } from "../editing/check";
import { isProjected } from "../editing/index_entries";
import { keyOf } from "../editing/update";
import type { WireItem } from "../values/dynamodb_json";
import type { Item } from "../values/value";

// The result of a scan of the table's items for one index.
export interface Survey {
  readonly looked: number; // items
  readonly present: number; // in the index
  readonly reasons: readonly Reason[]; // why others are absent, the most frequent first
  readonly attributes: ReadonlyMap<string, number>; // how many items have them
  readonly isCut: boolean; // there were more attributes than are counted
  readonly next?: WireItem; // where the look goes on; absent: it has reached the end
}

// Why items have no entry: what is wrong with which attribute of the index's key.
export interface Reason {
  readonly attribute: string;
  readonly message: string;
  readonly count: number;
  readonly examples: readonly Item[]; // primary keys
}

export const EXAMPLES_MAX = 5;
const ATTRIBUTES_MAX = 1000;

export const EMPTY_SURVEY: Survey = { looked: 0, present: 0, reasons: [], attributes: new Map(), isCut: false };

// Adds a page of items. An item may be absent for several reasons, and counts for each.
export function surveyed(
  before: Survey,
  items: readonly Item[],
  next: WireItem | undefined,
  index: IndexDescription,
  table: TableDescription,
): Survey {
  const reasons = new Map(before.reasons.map((reason) => [nameOf(reason), reason]));
  const attributes = new Map(before.attributes);
  let { present, isCut } = before;
  for (const item of items) {
    const problems = problemsOf(item, index, table);
    if (problems.length === 0) present++;
    for (const problem of problems) add(reasons, problem, keyOf(item, table));
    for (const name of item.keys()) {
      if (attributes.has(name) || attributes.size < ATTRIBUTES_MAX) attributes.set(name, (attributes.get(name) ?? 0) + 1);
      else isCut = true;
    }
  }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count);
  return { looked: before.looked + items.length, present, reasons: sorted, attributes, isCut, next };
}

type Problem = Pick<Reason, "attribute" | "message">;

const nameOf = ({ attribute, message }: Problem): string => JSON.stringify([attribute, message]);

function problemsOf(item: Item, index: IndexDescription, table: TableDescription): Problem[] {
  return index.KeySchema.flatMap((key): Problem[] => {
    const attribute = key.AttributeName;
    const value = item.get(attribute);
    if (value === undefined) return [{ attribute, message: "The attribute is missing." }];
    const message = keyProblem(value, key, table, index.IndexName);
    return message === "" ? [] : [{ attribute, message: `Its type is ${value.type}. ${message}` }];
  });
}

function add(reasons: Map<string, Reason>, problem: Problem, key: Item): void {
  const name = nameOf(problem);
  const { count, examples } = reasons.get(name) ?? { count: 0, examples: [] };
  const more = examples.length < EXAMPLES_MAX ? [...examples, key] : examples;
  reasons.set(name, { ...problem, count: count + 1, examples: more });
}

export interface AttributeUse {
  readonly name: string;
  readonly count: number;
  readonly isProjected: boolean;
}

// The attributes of the items, with those first that the index lacks.
export const attributesOf = ({ attributes }: Survey, index: IndexDescription, table: TableDescription): AttributeUse[] =>
  [...attributes]
    .map(([name, count]) => ({ name, count, isProjected: isProjected(name, index, table) }))
    .sort((a, b) => Number(a.isProjected) - Number(b.isProjected) || b.count - a.count);
