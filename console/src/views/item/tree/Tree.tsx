import { useMemo, useState } from "react";

import type { TreeNode } from "../../../data/editing/tree";
import { type Finding, pathKey } from "../../../data/values/path";
import { Branch } from "./Branch";
import style from "./Tree.module.css";
import type { Edit, TreeRules } from "./tree_rules";

const NONE: ReadonlyMap<string, string> = new Map();

// An item as rows, one for each value: its name, its type and the value.
export function Tree(properties: {
  readonly root: TreeNode;
  readonly edit: Edit;
  readonly findings: readonly Finding[];
  readonly always: boolean; // show findings before a field was left
  readonly fixed: ReadonlySet<string>; // attributes that keep name and type: the key's
  readonly locked: boolean; // and their value, because the item is stored
}) {
  const { root, edit, findings, always, fixed, locked } = properties;
  const [focused, focus] = useState<number>();
  const problems = useMemo(() => (findings.length === 0 ? NONE : problemsOf(findings)), [findings]);
  const rules = useMemo((): TreeRules => ({ edit, focus, fixed, locked, always }), [edit, fixed, locked, always]);
  return (
    <div className={style.tree} role="group" aria-label="Attributes">
      <Branch node={root} place="" path="[]" name="the item" rules={rules} problems={problems} focused={focused} />
    </div>
  );
}

function problemsOf(findings: readonly Finding[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { path, message } of findings) {
    const key = pathKey(path);
    problems.set(key, [problems.get(key), message].filter(Boolean).join(" "));
  }
  return problems;
}
