import type { ReactNode } from "react";

import type { GoTo } from "./ModelPanels";
import style from "./Panel.module.css";

// Leads to a line of the model's text.
export function LineButton(properties: {
  readonly line: number;
  readonly column?: number;
  readonly goTo: GoTo;
  readonly children: ReactNode;
}) {
  const { line, column, goTo, children } = properties;
  return (
    <button type="button" className={style.line} title={`Line ${line}`} onClick={() => goTo(line, column)}>
      {children}
    </button>
  );
}
