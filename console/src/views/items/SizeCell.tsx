import { bytesText } from "../../data/values/amounts";
import { itemBytes, readUnits, writeUnits } from "../../data/values/size";
import type { Item } from "../../data/values/value";
import labels from "./CollectionRow.module.css";
import style from "./ItemGrid.module.css";
import { cellId, type RowContext } from "./row_context";
import { SIZE_PX } from "./widths";

const EVENTUALLY = 0.5; // of the units of a consistent read

// An item's size and units: `214 B · 0.5 R · 1 W`. R: one eventually consistent read, W: one write.
export function SizeCell(properties: {
  readonly context: RowContext;
  readonly item: Item | undefined;
  readonly index: number;
  readonly column: number;
  readonly isActive: boolean;
}) {
  const { context, item, index, column, isActive } = properties;
  return (
    <div
      id={cellId(index, column)}
      role="gridcell"
      aria-colindex={column + 1}
      data-row={index}
      data-column={column}
      className={`${style.cell} ${style.quiet} ${isActive ? style.active : ""}`}
      style={{ width: SIZE_PX }}
    >
      {context.isLabelled && <span className={labels.name}>size</span>}
      {item !== undefined && sizeText(item)}
    </div>
  );
}

const sizes = new WeakMap<Item, string>();

function sizeText(item: Item): string {
  const known = sizes.get(item);
  if (known !== undefined) return known;
  const bytes = itemBytes(item);
  const text = `${bytesText(bytes)} · ${EVENTUALLY * readUnits(bytes)} R · ${writeUnits(bytes)} W`;
  sizes.set(item, text);
  return text;
}
