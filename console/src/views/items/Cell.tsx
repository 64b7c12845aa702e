import { memo } from "react";
import { Link } from "wouter";

import { previewOf } from "../../data/values/preview";
import type { Value } from "../../data/values/value";
import { Text } from "../../shared/parts/Text";
import style from "./Cell.module.css";

const SHOWN_CHARS = 90;

// The beginning of a value with its type. A value of a key leads to its Query.
export const ValueText = memo(function ValueText({ value, link }: { readonly value: Value; readonly link?: string }) {
  const text = <Text value={previewOf(value, SHOWN_CHARS)} />;
  return (
    <>
      {!PLAIN.has(value.type) && <span className={style.type}>{typeText(value)}</span>}
      {link === undefined ? (
        <bdi className={value.type === "S" && value.value === "" ? style.quiet : ""}>
          {value.type === "S" && value.value === "" ? "empty text" : text}
        </bdi>
      ) : (
        <Link href={link} tabIndex={-1} className={style.link}>
          {text}
        </Link>
      )}
    </>
  );
});

const PLAIN = new Set(["S", "N", "BOOL", "NULL"]);

function typeText(value: Value): string {
  switch (value.type) {
    case "B":
      return `B ${value.value.length}`;
    case "SS":
    case "NS":
    case "BS":
    case "L":
      return `${value.type} ${value.value.length}`;
    case "M":
      return `M ${value.value.size}`;
    default:
      return value.type;
  }
}
