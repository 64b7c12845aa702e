import { memo, useState } from "react";

import { isSet, type TreeChild } from "../../../data/editing/tree";
import { changeName, changeNode, moveNode, removeNode } from "../../../data/editing/tree_change";
import { retype } from "../../../data/editing/retype";
import { TYPE_NAMES, TYPES } from "../../../data/editing/types";
import { plural } from "../../../data/values/amounts";
import { pathText } from "../../../data/values/path";
import type { ValueType } from "../../../data/values/value";
import { Button } from "../../../shared/parts/Button";
import { SelectField } from "../../../shared/parts/SelectField";
import { Text } from "../../../shared/parts/Text";
import { TextField } from "../../../shared/parts/TextField";
import { Branch } from "./Branch";
import { focusAfterRemoval } from "./focus_after_removal";
import { NodeValue } from "./NodeValue";
import style from "./Tree.module.css";
import { pathOf, placeOf, type TreeRules } from "./tree_rules";

const CHOICES = TYPES.map((type) => [type, `${type}: ${TYPE_NAMES[type]}`] as const);
const OPEN_CHILDREN_MAX = 30; // longer lists begin closed

interface Properties {
  readonly child: TreeChild;
  readonly at: number;
  readonly isLast: boolean;
  readonly parentType: ValueType;
  readonly place: string;
  readonly path: string;
  readonly rules: TreeRules;
  readonly problems: ReadonlyMap<string, string>;
  readonly focused: number | undefined;
}

export const Row = memo(function Row(properties: Properties) {
  const { child, parentType, place, path, rules, problems, focused } = properties;
  const { name, node } = child;
  const isBranch = node.type === "L" || node.type === "M" || isSet(node.type);
  const [open, setOpen] = useState(node.children.length <= OPEN_CHILDREN_MAX);
  const [left, setLeft] = useState(false);
  const label = pathText(pathOf(path));
  const isKey = !place.includes("/") && rules.fixed.has(name);
  const problem = problems.get(path) ?? "";
  const shows = open || (rules.always && hasProblemBelow(problems, path));
  const change = (next: (node: TreeChild["node"]) => TreeChild["node"]) =>
    rules.edit((root) => changeNode(root, placeOf(place), next));
  return (
    <li className={style.row} data-path={path} onBlur={() => setLeft(true)}>
      <div className={`${style.line} ${parentType === "M" ? "" : style.unnamed} ${isBranch ? style.holder : ""}`}>
        <NameCell {...properties} label={label} isKey={isKey} />
        {isSet(parentType) ? null : (
          <div className={style.type}>
            {isKey ? (
              <span className={style.fixed}>{TYPE_NAMES[node.type]}, key</span>
            ) : (
              <SelectField
                label={`Type of ${label}`}
                hideLabel
                value={node.type}
                choices={CHOICES}
                onChange={(type) => change((now) => retype(now, type))}
              />
            )}
          </div>
        )}
        <div className={style.value}>
          {isBranch ? (
            <>
              <Button kind="quiet" aria-expanded={shows} onClick={() => setOpen(!shows)}>
                {shows ? "Hide" : "Show"} {plural(node.children.length, childWord(node.type))}
              </Button>
              {problem !== "" && (left || rules.always) && <span className={style.problem}>{problem}</span>}
            </>
          ) : (
            <NodeValue node={node} label={label} problem={problem} always={rules.always} locked={isKey && rules.locked} focus={parentType !== "M" && focused === node.id} change={change} />
          )}
        </div>
        <RowButtons {...properties} label={label} isKey={isKey} />
      </div>
      {isBranch && shows && (
        <div className={style.branch}>
          <Branch node={node} place={place} path={path} name={label} rules={rules} problems={problems} focused={focused} />
        </div>
      )}
    </li>
  );
});

const childWord = (type: ValueType): string => (type === "M" ? "attribute" : type === "L" ? "element" : "member");

// The keys of paths are JSON, so those below begin like the one above.
const hasProblemBelow = (problems: ReadonlyMap<string, string>, path: string): boolean =>
  [...problems.keys()].some((key) => key.startsWith(`${path.slice(0, -1)},`));

function NameCell(properties: Properties & { readonly label: string; readonly isKey: boolean }) {
  const { child, at, parentType, place, rules, focused, label, isKey } = properties;
  if (parentType !== "M") return <span className={style.position}>{at}</span>;
  if (isKey) {
    return (
      <span className={style.keyName}>
        <Text value={child.name} />
      </span>
    );
  }
  return (
    <div className={style.name}>
      <TextField
        label={child.name === "" ? "Name of the new attribute" : `Name of ${label}`}
        hideLabel
        mono
        value={child.name}
        error={child.name === "" ? "Give a name." : ""}
        always={rules.always}
        autoFocus={focused === child.node.id}
        onChange={(name) => rules.edit((root) => changeName(root, placeOf(place), name))}
      />
    </div>
  );
}

function RowButtons(properties: Properties & { readonly label: string; readonly isKey: boolean }) {
  const { at, isLast, parentType, place, rules, label, isKey } = properties;
  if (isKey) return null;
  const move = (step: -1 | 1) => rules.edit((root) => moveNode(root, placeOf(place), step));
  return (
    <div className={style.buttons}>
      {parentType === "L" && (
        <>
          <Button kind="quiet" disabled={at === 0} aria-label={`Move ${label} up`} onClick={() => move(-1)}>
            Up
          </Button>
          <Button kind="quiet" disabled={isLast} aria-label={`Move ${label} down`} onClick={() => move(1)}>
            Down
          </Button>
        </>
      )}
      <Button
        kind="quiet"
        aria-label={`Remove ${label}`}
        onClick={(event) => {
          focusAfterRemoval(event.currentTarget);
          rules.edit((root) => removeNode(root, placeOf(place)));
        }}
      >
        Remove
      </Button>
    </div>
  );
}
