import type { ReactNode } from "react";

import style from "./Actions.module.css";

// The buttons that end a form or a dialog.
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={style.actions}>{children}</div>
);
