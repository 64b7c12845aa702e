import { useState } from "react";

import { emptyNode, isSet, MEMBER_TYPES, type TreeNode } from "../../../data/editing/tree";
import { addChild } from "../../../data/editing/tree_change";
import { countText } from "../../../data/values/amounts";
import { Button } from "../../../shared/parts/Button";
import { Row } from "./Row";
import style from "./Tree.module.css";
import { pathBelow, placeOf, placeText, type TreeRules } from "./tree_rules";

const SHOWN = 100; // rows at once, and with every click

// The children of a list, a map or a set, and the button that adds one.
export function Branch(properties: {
  readonly node: TreeNode;
  readonly place: string;
  readonly path: string;
  readonly name: string; // what the children lie in, for screen readers
  readonly rules: TreeRules;
  readonly problems: ReadonlyMap<string, string>;
  readonly focused: number | undefined;
}) {
  const { node, place, path, name, rules, problems, focused } = properties;
  const [shown, setShown] = useState(SHOWN);
  const { children, type } = node;
  const hidden = children.length - shown;
  const add = () => {
    const last = children.at(-1)?.node.type;
    const added = emptyNode(isSet(type) ? MEMBER_TYPES[type] : type === "L" && last !== undefined ? last : "S");
    rules.edit((root) => addChild(root, placeOf(place), { name: "", node: added }));
    rules.focus(added.id);
    setShown(Math.max(shown, children.length + 1));
  };
  return (
    <>
      <ul className={style.rows}>
        {children.slice(0, shown).map((child, at) => (
          <Row
            key={child.node.id}
            child={child}
            at={at}
            isLast={at === children.length - 1}
            parentType={type}
            place={placeText(place, at)}
            path={pathBelow(path, type === "M" ? child.name : at)}
            rules={rules}
            problems={problems}
            focused={focused}
          />
        ))}
      </ul>
      <div className={style.more}>
        {hidden > 0 && (
          <Button kind="quiet" onClick={() => setShown(shown + SHOWN)}>
            Show {countText(Math.min(hidden, SHOWN))} of {countText(hidden)} more
          </Button>
        )}
        <Button onClick={add} aria-label={`${addText(type)} to ${name}`}>
          {addText(type)}
        </Button>
      </div>
    </>
  );
}

const addText = (type: TreeNode["type"]): string =>
  type === "M" ? "Add attribute" : type === "L" ? "Add element" : "Add member";
