import { createStore } from "../store";

// The model that the console works on: a text, and the file that it belongs to. It survives closing
// the browser.
export interface Draft {
  readonly text: string;
  readonly file?: DraftFile;
}

// A file in the server's folder of models, as the console last saw it.
export interface DraftFile {
  readonly name: string; // "orders.std"
  readonly etag: string;
  readonly text: string;
}

const KEY = "stator.model";
const EMPTY: Draft = { text: "" };

let known = stored(); // what the storage held when this tab last read or wrote it

export const draft = createStore<Draft>(kept());

// Whether the browser keeps the draft. Full or blocked storage does not.
export const draftIsKept = createStore(true);

draft.subscribe(() => {
  const text = JSON.stringify(draft.get());
  if (text === known) return draftIsKept.set(true);
  try {
    localStorage.setItem(KEY, text);
    known = text;
    draftIsKept.set(true);
  } catch {
    draftIsKept.set(false);
  }
});

// Tabs of one browser share the draft. Each follows the others, so none overwrites what it has not
// shown. A tab whose draft found no room in the storage keeps its own.
function followOtherTabs(): void {
  const now = stored();
  if (now === null || now === known || !draftIsKept.get()) return;
  known = now;
  draft.set(kept());
}

globalThis.window?.addEventListener("storage", followOtherTabs);
globalThis.document?.addEventListener("visibilitychange", followOtherTabs); // a frozen tab hears no events

export const isChanged = ({ text, file }: Draft): boolean => (file === undefined ? text !== "" : text !== file.text);

// The storage may hold anything: another version wrote it, or a user.
function kept(): Draft {
  try {
    return draftOf(JSON.parse(stored() ?? "null"));
  } catch {
    return EMPTY;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // blocked
  }
}

export function draftOf(read: unknown): Draft {
  if (typeof read !== "object" || read === null) return EMPTY;
  const { text, file } = read as { [name: string]: unknown };
  if (typeof text !== "string") return EMPTY;
  if (typeof file !== "object" || file === null) return { text };
  const { name, etag, text: saved } = file as { [name: string]: unknown };
  if (typeof name !== "string" || typeof etag !== "string" || typeof saved !== "string") return { text };
  return { text, file: { name, etag, text: saved } };
}
