import type { ReactNode } from "react";

import style from "./Empty.module.css";

// A place without content: what belongs there and how to get it.
export function Empty(properties: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={style.empty}>
      <h2>{properties.title}</h2>
      {properties.children}
    </div>
  );
}
