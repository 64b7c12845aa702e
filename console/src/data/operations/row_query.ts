import { madeValue, partText } from "../model/key_text";
import type { KeyTemplate, ModelAttribute, ModelDescription, ModelEntity, StoredRow } from "../requests/model_shapes";
import type { Item } from "../values/value";
import { inOrder, withExpression } from "./expressions";
import { type KeyTerm, typedTerms } from "./key_condition";
import type { BuiltRequest } from "./operations";

// A Query for the rows of an entity, in its table or in an index: Order[custId, status].
export interface EntityRows {
  readonly id: string;
  readonly text: string;
  readonly entity: ModelEntity;
  readonly row: StoredRow;
  readonly needed: readonly ModelAttribute[]; // of the partition key
  readonly possible: readonly ModelAttribute[]; // of the sort key, which narrow the Query
}

export function entityRows(model: ModelDescription): EntityRows[] {
  return model.entities.flatMap((entity) =>
    entity.rows
      .filter(({ role }) => role !== "guard")
      .map((row, at) => {
        const needed = attributesOf(entity, row.partition);
        const possible = attributesOf(entity, row.sort).filter((one) => !needed.includes(one));
        const names = needed.map(({ name }) => name).join(", ");
        const place = row.index === undefined ? (row.role === "copy" ? "copies" : entity.table) : row.index;
        return { id: `${entity.name}.${at}`, text: `${entity.name}[${names}] in ${place}`, entity, row, needed, possible };
      }),
  );
}

function attributesOf(entity: ModelEntity, templates: readonly KeyTemplate[]): ModelAttribute[] {
  const names = new Set(templates.flatMap(({ parts }) => parts.flatMap(({ attribute }) => attribute ?? [])));
  return [...names].flatMap((name) => entity.attributes.find((one) => one.name === name) ?? []);
}

// undefined: an attribute of the partition key has no value yet.
export function rowsRequest({ entity, row }: EntityRows, values: Item): BuiltRequest | undefined {
  const terms: KeyTerm[] = [];
  for (const template of row.partition) {
    const value = madeValue(template, values);
    if (value === undefined) return undefined;
    terms.push({ attribute: template.attribute, comparison: "=", values: [value] });
  }
  for (const template of row.sort) {
    const value = madeValue(template, values);
    if (value === undefined) {
      const beginning = beginningOf(template, values);
      if (beginning !== "") terms.push({ attribute: template.attribute, comparison: "begins_with", values: [{ type: "S", value: beginning }] });
      break;
    }
    terms.push({ attribute: template.attribute, comparison: "=", values: [value] });
  }
  const typed = typedTerms(terms);
  if (typed === undefined) return undefined;
  const input = inOrder({ TableName: entity.table, IndexName: row.index });
  return { operation: "Query", input: withExpression(input, "KeyConditionExpression", typed) };
}

// The texts of the parts up to the first attribute without a value.
function beginningOf({ type, parts }: KeyTemplate, values: Item): string {
  if (type !== "S") return "";
  let text = "";
  for (const part of parts) {
    const next = partText(part, values);
    if (next === undefined) break;
    text += next;
  }
  return text;
}
