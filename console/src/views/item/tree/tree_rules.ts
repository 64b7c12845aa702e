import type { Place } from "../../../data/editing/tree_change";
import type { TreeNode } from "../../../data/editing/tree";
import type { Path } from "../../../data/values/path";

export type Edit = (change: (root: TreeNode) => TreeNode) => void;

// The context that all rows of a tree share.
export interface TreeRules {
  readonly edit: Edit;
  readonly focus: (id: number) => void; // the row that was just added
  readonly fixed: ReadonlySet<string>;
  readonly locked: boolean;
  readonly always: boolean;
}

// Rows get their place and path as texts, which stay equal from one drawing to the next.
export const placeOf = (text: string): Place => (text === "" ? [] : text.split("/").map(Number));
export const placeText = (parent: string, at: number): string => (parent === "" ? String(at) : `${parent}/${at}`);
export const pathOf = (text: string): Path => JSON.parse(text) as Path;
export const pathBelow = (parent: string, step: string | number): string => JSON.stringify([...pathOf(parent), step]);
