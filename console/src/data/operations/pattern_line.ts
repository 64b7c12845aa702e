import type { ModelDescription, ModelEntity } from "../requests/model_shapes";
import { tokensOf } from "../expressions/lexer";
import { placeholdersOf, typedExpression, valueOf } from "./expressions";
import { keyTermsOf } from "./key_condition";
import { best, inTerms, inValue, type Match, namesIn, NoPattern, together } from "./key_match";
import { type BuiltRequest, type Input, objectOf, textOf } from "./operations";
import { partsOf } from "./parts";

// A request as a pattern of the model: `list Order[custId, status] desc orderDate`. The templates of
// the entities' keys tell which entity it is about, and which attributes its values hold.

// Errors: throws NoPattern, or ExpressionProblem.
export function patternOf({ operation, input }: BuiltRequest, model: ModelDescription): string {
  switch (operation) {
    case "Query":
      return listPattern(input, model);
    case "GetItem": {
      const { entity, names } = ofKey(input, model);
      return `get ${entity.name}${brackets(names)}${shown(input, entity)}`;
    }
    case "Scan":
      return `scan ${scanned(input, model).name}`;
    case "PutItem":
      return writePattern("Put", input, model);
    case "UpdateItem":
      return writePattern("Update", input, model);
    case "DeleteItem":
      return writePattern("Delete", input, model);
    case "TransactWriteItems":
      return transactionPattern(operation, input, model);
    default:
      throw new NoPattern("A pattern is one request on one entity, or a transaction of writes.");
  }
}

// Copies and guards of an item follow from its pattern, so they are no parts of it.
function transactionPattern(operation: "TransactWriteItems", input: Input, model: ModelDescription): string {
  const parts = partsOf(operation, input).filter(({ kind, input: own }) => {
    const type = objectOf(objectOf(own["Item"])["_type"])["S"];
    if (typeof type === "string" && type.endsWith(".unique")) return false;
    return (kind === "Put" ? ofItem(own, model) : ofKey(own, model)).row.role === "item";
  });
  if (parts.length === 0) throw new NoPattern("The transaction writes no item of the model.");
  return `txn ${parts.map((part) => writePattern(part.kind, part.input, model)).join(" + ")}`;
}

function writePattern(kind: string, input: Input, model: ModelDescription): string {
  if (kind === "Put") {
    const isNew = /attribute_not_exists/.test(textOf(input["ConditionExpression"]));
    return `put ${ofItem(input, model).entity.name}${isNew ? " if new" : ""}`;
  }
  const { entity, names } = ofKey(input, model);
  const subject = `${entity.name}${brackets(names)}`;
  if (kind === "Update") return `update ${subject}${changes(input, entity)}`;
  return `${kind === "Delete" ? "delete" : "check"} ${subject}${kind === "Delete" ? "" : checked(input, entity)}`;
}

const brackets = (names: readonly string[]): string => (names.length === 0 ? "" : `[${names.join(", ")}]`);

function ofKey(input: Input, model: ModelDescription): Match {
  const key = objectOf(input["Key"]);
  return best(model, textOf(input["TableName"]), undefined, (row) =>
    together([...row.partition, ...row.sort].map((template) => inValue(template, valueOf(key[template.attribute])))),
  );
}

function ofItem(input: Input, model: ModelDescription): Match {
  const item = objectOf(input["Item"]);
  return best(model, textOf(input["TableName"]), undefined, (row) =>
    together([...row.partition, ...row.sort].map((template) => inValue(template, valueOf(item[template.attribute])))),
  );
}

function scanned(input: Input, model: ModelDescription): ModelEntity {
  const entities = model.entities.filter(({ table }) => table === input["TableName"]);
  const type = typedExpression(input, "FilterExpression");
  const named = entities.find(({ name }) => type.includes(JSON.stringify(name)));
  const [only] = entities;
  if (named !== undefined) return named;
  if (only === undefined || entities.length > 1) throw new NoPattern('A scan is of one entity. Filter for it: _type = "Order".');
  return only;
}

function listPattern(input: Input, model: ModelDescription): string {
  const terms = keyTermsOf(input);
  if (terms === undefined) throw new NoPattern("The key condition has another form than keys have.");
  const index = textOf(input["IndexName"]) || undefined;
  const { entity, row, names } = best(model, textOf(input["TableName"]), index, (candidate) => inTerms(candidate, terms));
  const conditions = (row.when ?? []).map(({ attribute, value }) => `${attribute}=${value}`);
  const known = new Set([...names, ...(row.when ?? []).map(({ attribute }) => attribute)]);
  const next = row.sort.flatMap(({ parts }) => namesIn(parts)).find((name) => !known.has(name));
  const isRange = terms.some(({ comparison }) => !["=", "begins_with"].includes(comparison));
  const isDown = input["ScanIndexForward"] === false;
  return [
    `list ${entity.name}${brackets([...names, ...conditions])}`,
    next === undefined ? "" : isRange && !isDown ? ` range ${next}` : ` ${isDown ? "desc" : "asc"} ${next}`,
    typeof input["Limit"] === "number" ? ` limit ${input["Limit"]}` : "",
    shown(input, entity),
  ].join("");
}

function shown(input: Input, entity: ModelEntity): string {
  const names = attributesIn(typedExpression(input, "ProjectionExpression"), entity);
  return names.length === 0 ? "" : ` show ${names.join(", ")}`;
}

function checked(input: Input, entity: ModelEntity): string {
  const [name] = attributesIn(typedExpression(input, "ConditionExpression"), entity);
  return name === undefined ? "" : ` if ${name}`;
}

// `SET a = … ADD b …` are the clauses `set a` and `add b` of a pattern.
function changes(input: Input, entity: ModelEntity): string {
  const names = placeholdersOf(input).names;
  const clauses: string[] = [];
  let action = "";
  const changed = new Map<string, string[]>();
  const keys = new Set(entity.rows.flatMap((row) => [...row.partition, ...row.sort].map(({ attribute }) => attribute)));
  let rewrites = false;
  for (const token of tokensOf(textOf(input["UpdateExpression"]))) {
    const word = token.text.toUpperCase();
    if (token.kind === "word" && ["SET", "ADD", "REMOVE", "DELETE"].includes(word)) action = word === "ADD" ? "add" : "set";
    const name = token.kind === "name" ? names.get(token.text) : token.kind === "word" ? token.text : undefined;
    rewrites ||= action !== "" && keys.has(name ?? "");
    if (action === "" || !entity.attributes.some((one) => one.name === name)) continue;
    changed.set(action, [...new Set([...(changed.get(action) ?? []), name!])]);
  }
  for (const [clause, list] of changed) clauses.push(` ${clause} ${list.join(", ")}`);
  if (clauses.length === 0) throw new NoPattern("The update changes no attribute that the model knows.");
  return clauses.join("") + checked(input, entity) + (rewrites ? " rewrite keys" : "");
}

function attributesIn(expression: string, entity: ModelEntity): string[] {
  const known = new Set(entity.attributes.map(({ name }) => name));
  const words = tokensOf(expression).flatMap(({ kind, text }) =>
    kind === "word" ? [text] : kind === "quoted" ? [text.slice(1, -1)] : [],
  );
  return [...new Set(words.filter((word) => known.has(word)))];
}
