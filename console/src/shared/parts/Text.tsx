import { visibleParts } from "../../data/values/visible";
import style from "./Text.module.css";

// A text from outside: a name, a value, a message. Control and bidi characters show as escapes.
export function Text({ value }: { readonly value: string }) {
  return visibleParts(value).map((part, at) =>
    part.escaped ? (
      <code key={at} className={style.escape}>
        {part.text}
      </code>
    ) : (
      part.text
    ),
  );
}
