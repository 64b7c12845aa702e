import { scalarText } from "../../data/editing/preview";
import type { Item } from "../../data/values/value";
import { Text } from "../../shared/parts/Text";
import style from "./KeyText.module.css";

// A key as people read it: each attribute's name above its value.
export function KeyText({ itemKey }: { readonly itemKey: Item }) {
  return (
    <span className={style.key}>
      {[...itemKey].map(([name, value]) => (
        <span key={name} className={style.part}>
          <span className={style.name}>
            <Text value={name} />{" "}
          </span>
          <code>
            <Text value={scalarText(value)} />
          </code>
        </span>
      ))}
    </span>
  );
}
