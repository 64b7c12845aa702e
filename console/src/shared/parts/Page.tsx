import { type ReactNode, useEffect } from "react";

import { visible } from "../../data/values/visible";
import style from "./Page.module.css";

// A view: its heading, the actions beside it, and its content.
export function Page(properties: {
  readonly title: string;
  readonly heading?: ReactNode; // the title if absent
  readonly actions?: ReactNode;
  readonly fill?: boolean; // the content takes the whole height and scrolls within
  readonly children: ReactNode;
}) {
  const { title, heading = visible(title), actions, fill = false, children } = properties;
  useEffect(() => {
    document.title = `${visible(title)} · Stator`;
  }, [title]);
  return (
    <div className={`${style.page} ${fill ? style.fill : ""}`}>
      <header className={style.head}>
        <h1>{heading}</h1>
        <div className={style.actions}>{actions}</div>
      </header>
      {children}
    </div>
  );
}
