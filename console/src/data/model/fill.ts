import type { ModelCondition, ModelRequest, PlacedValue } from "../requests/model_shapes";
import { toWire, type WireValue } from "../values/dynamodb_json";
import type { Item } from "../values/value";
import { madeValue, plainText } from "./key_text";

// An input of an operation, as JSON.
export type Input = { readonly [name: string]: unknown };

export interface Filled {
  readonly input: Input;
  readonly missing: readonly string[]; // arguments that have no value: their places show `{name}`
}

// Puts the arguments' values into the request's input.
export function filledRequest(request: ModelRequest, values: Item): Filled {
  const missing = new Set<string>();
  let input = request.input as Input;
  for (const place of request.values) {
    if (!holds(place.when, values)) {
      input = without(input, place);
      continue;
    }
    const value = madeValue(place, values);
    if (value !== undefined) input = replaced(input, place.path, toWire(value)) as Input;
    else for (const { attribute } of place.parts) if (attribute !== undefined && !values.has(attribute)) missing.add(attribute);
  }
  return { input, missing: [...missing] };
}

// A condition on an argument without a value may hold.
function holds(when: readonly ModelCondition[] | undefined, values: Item): boolean {
  return (when ?? []).every(({ attribute, value }) => {
    const given = values.get(attribute);
    return given === undefined || plainText(given) === value;
  });
}

function replaced(tree: unknown, [name, ...rest]: readonly string[], value: WireValue): unknown {
  if (name === undefined) return value;
  if (Array.isArray(tree)) return tree.map((one, at) => (String(at) === name ? replaced(one, rest, value) : one));
  return { ...(tree as Input), [name]: replaced((tree as Input)[name], rest, value) };
}

// Takes a value out: from the item, or from the update, which then removes the attribute.
function without(input: Input, { path }: PlacedValue): Input {
  const name = path.at(-1)!;
  const parent = path.at(-2);
  const at = path.slice(0, -2);
  return changed(input, at, (request) => {
    const { [name]: _, ...others } = request[parent!] as Input;
    const rest: Input = { ...request, [parent!]: others };
    if (parent !== "ExpressionAttributeValues") return rest;
    return { ...rest, UpdateExpression: removing(String(request["UpdateExpression"]), name) };
  }) as Input;
}

function changed(tree: unknown, [name, ...rest]: readonly string[], change: (request: Input) => Input): unknown {
  if (name === undefined) return change(tree as Input);
  if (Array.isArray(tree)) return tree.map((one, at) => (String(at) === name ? changed(one, rest, change) : one));
  return { ...(tree as Input), [name]: changed((tree as Input)[name], rest, change) };
}

// `SET #n0 = :v0, #n1 = :v1` without `:v1` is `SET #n0 = :v0 REMOVE #n1`.
function removing(expression: string, placeholder: string): string {
  const term = new RegExp(`(#n\\d+) = ${placeholder}(?!\\d)`);
  const attribute = term.exec(expression)?.[1];
  if (attribute === undefined) return expression;
  const [, sets = "", removes = "", adds = ""] = /^(?:SET (.*?))?(?: ?REMOVE (.*?))?(?: ?ADD (.*))?$/.exec(expression) ?? [];
  const kept = sets.split(", ").filter((one) => one !== "" && !term.test(one));
  return [
    kept.length > 0 ? `SET ${kept.join(", ")}` : "",
    `REMOVE ${[removes, attribute].filter(Boolean).join(", ")}`,
    adds === "" ? "" : `ADD ${adds}`,
  ]
    .filter(Boolean)
    .join(" ");
}
