import { createStore } from "../data/store";
import type { Item } from "../data/values/value";

// Primary keys of items that one view selects and another works on. They are too many for an
// address, so they last until the page is reloaded.
export interface Selection {
  readonly table: string;
  readonly keys: readonly Item[];
}

export const selection = createStore<Selection | undefined>(undefined);
