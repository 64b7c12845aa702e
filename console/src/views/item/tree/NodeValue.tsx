import type { TreeNode } from "../../../data/editing/tree";
import { needsEscapes } from "../../../data/editing/escapes";
import { numberProblem } from "../../../data/editing/check_number";
import { visible } from "../../../data/values/visible";
import { SelectField } from "../../../shared/parts/SelectField";
import { TextAreaField } from "../../../shared/parts/TextAreaField";
import { TextField } from "../../../shared/parts/TextField";
import { BytesField } from "./BytesField";
import style from "./Tree.module.css";

const FLAGS = [
  ["true", "true"],
  ["false", "false"],
] as const;

const SHOWN_ESCAPED_MAX = 200;

// The value of a scalar.
export function NodeValue(properties: {
  readonly node: TreeNode;
  readonly label: string;
  readonly problem: string;
  readonly always: boolean;
  readonly locked: boolean; // a stored key does not change
  readonly focus: boolean;
  readonly change: (next: (node: TreeNode) => TreeNode) => void;
}) {
  const { node, label, problem, always, locked, focus, change } = properties;
  const given = { label: `Value of ${label}`, hideLabel: true, error: problem, always, readOnly: locked } as const;
  const write = (text: string) => change((now) => ({ ...now, text }));
  switch (node.type) {
    case "N":
      return (
        <TextField
          {...given}
          error={problem || numberProblem(node.text.trim())}
          mono
          inputMode="decimal"
          autoFocus={focus}
          value={node.text}
          onChange={write}
        />
      );
    case "B":
      return <BytesField node={node} label={label} problem={problem} always={always} locked={locked} change={change} />;
    case "BOOL":
      return (
        <SelectField
          label={given.label}
          hideLabel
          value={node.flag ? "true" : "false"}
          choices={FLAGS}
          onChange={(flag) => change((now) => ({ ...now, flag: flag === "true" }))}
        />
      );
    case "NULL":
      return <span className={style.fixed}>null</span>;
    default:
      return <TextAreaField {...given} hint={hintOf(node)} mono value={node.text} onChange={write} />;
  }
}

function hintOf({ text, escapes }: TreeNode): string | undefined {
  if (escapes) return "With escapes, because it holds hidden characters. Write a backslash as \\\\.";
  if (!needsEscapes(text)) return undefined;
  const shown = visible(text);
  return `Holds hidden characters: ${shown.length > SHOWN_ESCAPED_MAX ? `${shown.slice(0, SHOWN_ESCAPED_MAX)}…` : shown}`;
}
