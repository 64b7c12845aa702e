import { draft } from "../../data/model/draft";
import type { Theirs } from "./Conflict";

// Takes another version of the file as the draft.
export function openFileAs(name: string, { text, etag }: Theirs): void {
  if (text !== undefined && etag !== undefined) draft.set({ text, file: { name, etag, text } });
}
