import type { ReactNode } from "react";
import { Link } from "wouter";

import style from "./Button.module.css";

// A link to another place of the console that looks like a button.
export function LinkButton(properties: {
  readonly to: string;
  readonly primary?: boolean;
  readonly children: ReactNode;
}) {
  const { to, primary = false, children } = properties;
  return (
    <Link href={to} className={`${style.button} ${primary ? style.primary : ""}`}>
      {children}
    </Link>
  );
}
