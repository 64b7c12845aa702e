import type { ReactNode } from "react";

import style from "./controls.module.css";

export function Checkbox(properties: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}) {
  const { checked, onChange, children } = properties;
  return (
    <label className={style.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}
