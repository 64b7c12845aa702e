import type { BuiltRequest } from "./operations";
import { isObject, listOf, textOf } from "./operations";
import { requestOf } from "./request_text";

// Requests that the browser keeps: the latest that were sent, and those that the user has named.

export interface KeptRequest extends BuiltRequest {
  readonly name: string; // empty: of the history
  readonly at: number; // milliseconds since 1970
}

export type Shelf = "history" | "saved";

type TextStorage = Pick<Storage, "getItem" | "setItem">;

const KEYS: { readonly [shelf in Shelf]: string } = { history: "stator.requests.history", saved: "stator.requests.saved" };
const COUNT_MAX: { readonly [shelf in Shelf]: number } = { history: 50, saved: 500 };
const CHARS_MAX: { readonly [shelf in Shelf]: number } = { history: 500_000, saved: 2_000_000 };
const REQUEST_CHARS_MAX = 100_000;

export function loadKept(storage: TextStorage | undefined, shelf: Shelf): KeptRequest[] {
  try {
    return keptOf(JSON.parse(storage?.getItem(KEYS[shelf]) ?? "[]"));
  } catch {
    return []; // blocked storage, or a text that something else wrote
  }
}

// Entries that are no requests are left out: a file may come from another version.
function keptOf(value: unknown): KeptRequest[] {
  return listOf(value).flatMap((one) => {
    try {
      const { name, at } = isObject(one) ? one : {};
      return [{ ...requestOf(one), name: textOf(name), at: typeof at === "number" ? at : 0 }];
    } catch {
      return [];
    }
  });
}

// Returns whether the browser keeps them now.
export function storeKept(storage: TextStorage | undefined, shelf: Shelf, requests: readonly KeptRequest[]): boolean {
  try {
    storage?.setItem(KEYS[shelf], JSON.stringify(requests));
    return storage !== undefined;
  } catch {
    return false; // full or blocked
  }
}

const textOfRequest = ({ operation, input }: BuiltRequest): string => JSON.stringify([operation, input]);

// The history with one more request in front. The same request is there once.
export function withLatest(history: readonly KeptRequest[], request: BuiltRequest, at: number): KeptRequest[] {
  const text = textOfRequest(request);
  if (text.length > REQUEST_CHARS_MAX) return [...history];
  const others = history.filter((one) => textOfRequest(one) !== text);
  return bounded([{ operation: request.operation, input: request.input, name: "", at }, ...others], "history");
}

// Saves under a name; a name has one request.
export const withSaved = (saved: readonly KeptRequest[], request: BuiltRequest, name: string, at: number): KeptRequest[] =>
  bounded(
    [{ operation: request.operation, input: request.input, name, at }, ...saved.filter((one) => one.name !== name)],
    "saved",
  );

function bounded(requests: readonly KeptRequest[], shelf: Shelf): KeptRequest[] {
  let chars = 0;
  return requests.slice(0, COUNT_MAX[shelf]).filter((one) => (chars += textOfRequest(one).length) <= CHARS_MAX[shelf]);
}

const FORMAT = "stator-requests";

export const fileOf = (saved: readonly KeptRequest[]): string =>
  JSON.stringify({ format: FORMAT, requests: saved.map(({ name, operation, input }) => ({ name, operation, input })) }, undefined, 2);

// Errors: throws with a message for the user.
export function requestsOfFile(text: string): KeptRequest[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("The file is no JSON.");
  }
  const requests = isObject(file) && file["format"] === FORMAT ? keptOf(file["requests"]) : [];
  const named = requests.filter(({ name }) => name !== "");
  if (named.length === 0) throw new Error("The file holds no saved requests.");
  return named;
}
