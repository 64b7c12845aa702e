import { Link } from "wouter";

import { itemAddress } from "../../shared/view_addresses";
import type { Item } from "../../data/values/value";
import style from "./ItemGrid.module.css";

// The first cell of a row: the mark of its entity, a box that selects it, and a link to the editor.
export function RowHead(properties: {
  readonly id: string;
  readonly index: number;
  readonly table: string;
  readonly itemKey: Item | undefined; // absent until the row is read
  readonly isActive: boolean;
  readonly isSelected: boolean;
}) {
  const { id, index, table, itemKey, isActive, isSelected } = properties;
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={1}
      data-row={index}
      data-column={0}
      className={`${style.cell} ${style.head} ${isActive ? style.active : ""}`}
    >
      {itemKey !== undefined && (
        <>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select row ${index + 1}`}
            data-select={index}
            checked={isSelected}
            readOnly
          />
          <Link href={itemAddress(table, itemKey)} tabIndex={-1} className={style.open}>
            Open
          </Link>
        </>
      )}
    </div>
  );
}
