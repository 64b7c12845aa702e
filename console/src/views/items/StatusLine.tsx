import type { ReactNode } from "react";

import type { RowSpace } from "../../data/rows/row_space";
import { countText } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";
import style from "./Items.module.css";

// Where the user is, and what was read. `children`: about the active cell or the selection.
export function StatusLine(properties: {
  readonly space: RowSpace;
  readonly total: number;
  readonly isListed: boolean; // the loaded rows of one entity
  readonly visible: { readonly first: number; readonly end: number };
  readonly children: ReactNode;
}) {
  const { space, total, isListed, visible, children } = properties;
  const of = isListed ? `${countText(total)} loaded rows` : `${space.isCounted ? "" : "about "}${countText(total)}`;
  const { first, end } = visible;
  return (
    <div className={style.status}>
      <p className={style.place}>
        {total > 0 && `Rows ${countText(first + 1)} to ${countText(Math.min(end, total))} of ${of}`}
        {space.isReading && total === 0 && "Reading"}
      </p>
      {space.isPaused && <Button onClick={() => space.readOn()}>Read on</Button>}
      {space.error !== undefined && <Button onClick={() => space.readOn()}>Try again</Button>}
      {children}
    </div>
  );
}
