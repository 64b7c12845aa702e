import { useCallback, useDeferredValue, useMemo, useState } from "react";

import { type Change, changesBetween } from "../../data/editing/changes";
import { checkItem } from "../../data/editing/check";
import { type Draft, draftOf, type Form, readDraft, type TextFault } from "../../data/editing/draft";
import { keyOf } from "../../data/editing/update";
import { sameItem } from "../../data/editing/same";
import type { TreeNode } from "../../data/editing/tree";
import type { TableDescription } from "../../data/requests/table_shapes";
import type { Finding } from "../../data/values/path";
import type { Item } from "../../data/values/value";

// The draft's present content: its item, or the reason why it is none.
export interface Judged {
  readonly item?: Item;
  readonly findings: readonly Finding[];
  readonly fault?: TextFault;
  readonly changes: readonly Change[]; // against the stored item
  readonly isOtherKey: boolean; // the draft's key is not the stored item's
}

const NOTHING: Item = new Map();

export function judge(draft: Draft, base: Item | undefined, table: TableDescription): Judged {
  const { item, findings, fault } = readDraft(draft);
  if (item === undefined) return { findings, fault, changes: [], isOtherKey: false };
  return {
    item,
    findings: checkItem(item, table),
    changes: changesBetween(base ?? NOTHING, item),
    isOtherKey: base !== undefined && !sameItem(keyOf(base, table), keyOf(item, table)),
  };
}

// An item under edit: the stored item that the changes start from, and the draft.
export interface Editing {
  readonly base: Item | undefined; // undefined: the item is new
  readonly draft: Draft;
  readonly judged: Judged; // lags behind long texts by a moment
  readonly isDirty: boolean;
  readonly edit: (change: (root: TreeNode) => TreeNode) => void;
  readonly write: (text: string) => void;
  readonly switchTo: (form: Form, item: Item) => void;
  // Starts again from what is stored, with another item in the editor.
  readonly start: (base: Item | undefined, item: Item) => void;
  // A draft is stored now. The user may have typed on meanwhile.
  readonly saved: (base: Item, stored: Draft) => void;
}

interface State {
  readonly base: Item | undefined;
  readonly draft: Draft;
  readonly clean: Draft; // the draft without a change
}

// The key comes first, as in every list of items.
const inOrder = (item: Item, table: TableDescription): Item => new Map([...keyOf(item, table), ...item]);

export function useEditing(table: TableDescription, initial: Item, isNew: boolean, form: Form): Editing {
  const [{ base, draft, clean }, set] = useState((): State => {
    const first = draftOf(inOrder(initial, table), form);
    return { base: isNew ? undefined : initial, draft: first, clean: first };
  });
  const later = useDeferredValue(draft);
  const judged = useMemo(() => judge(later, base, table), [later, base, table]);
  const put = useCallback((next: (now: State) => Partial<State>) => set((now) => ({ ...now, ...next(now) })), []);
  return {
    base,
    draft,
    judged,
    isDirty: draft !== clean && (draft !== later || judged.item === undefined || judged.changes.length > 0),
    edit: useCallback((change) => put((now) => ({ draft: { ...now.draft, tree: change(now.draft.tree) } })), [put]),
    write: useCallback((text) => put((now) => ({ draft: { ...now.draft, text } })), [put]),
    switchTo: useCallback(
      (next, item) => put((now) => ({ draft: draftOf(item, next), ...(now.draft === now.clean && clears(next, item)) })),
      [put],
    ),
    start: useCallback(
      (stored, given) =>
        put((now) => {
          const item = inOrder(given, table);
          const isClean = stored !== undefined && sameItem(stored, item);
          return { base: stored, ...(isClean ? clears(now.draft.form, item) : { draft: draftOf(item, now.draft.form) }) };
        }),
      [put, table],
    ),
    saved: useCallback((item, stored) => put(() => ({ base: item, clean: stored })), [put]),
  };
}

function clears(form: Form, item: Item): Partial<State> {
  const draft = draftOf(item, form);
  return { draft, clean: draft };
}
