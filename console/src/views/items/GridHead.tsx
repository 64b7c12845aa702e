import type { PointerEvent } from "react";

import { Text } from "../../shared/parts/Text";
import type { Column } from "./columns";
import type { ColumnWindow } from "./column_window";
import style from "./ItemGrid.module.css";
import { HEAD_PX, SIZE_PX } from "./widths";

// The names of the columns. Their right edges size them, and a drag moves them.
export function GridHead(properties: {
  readonly columns: ColumnWindow;
  readonly onSize: (name: string, width: number) => void;
  readonly onMove: (name: string, before: string) => void;
}) {
  const { columns, onSize, onMove } = properties;
  const title = (column: Column, number: number) => (
    <div
      key={column.name}
      role="columnheader"
      aria-colindex={number + 1}
      className={`${style.title} ${column.isKey ? style.key : ""}`}
      style={column.isKey ? { width: column.width, left: column.left + HEAD_PX } : { width: column.width }}
      draggable={!column.isKey}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, column.name)}
      onDragOver={(event) => !column.isKey && event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => onMove(event.dataTransfer.getData(DRAGGED), column.name)}
    >
      <span className={style.titleText}>
        <Text value={column.name} />
      </span>
      <span
        className={style.edge}
        draggable
        onDragStart={(event) => event.preventDefault()}
        onPointerDown={(event) => follow(event, column.width, (width) => onSize(column.name, width))}
      />
    </div>
  );
  const size = columns.keys.length + 1;
  return (
    <div role="row" aria-rowindex={1} className={style.titles} style={{ width: columns.width + HEAD_PX }}>
      <div role="columnheader" aria-colindex={1} className={`${style.title} ${style.head}`}>
        Item
      </div>
      {columns.keys.map((column, at) => title(column, at + 1))}
      <div role="columnheader" aria-colindex={size + 1} className={style.title} style={{ width: SIZE_PX }}>
        Size · read · write
      </div>
      {columns.gap > 0 && <div role="presentation" style={{ flex: "none", width: columns.gap }} />}
      {columns.others.map((column, at) => title(column, columns.first + at))}
    </div>
  );
}

const DRAGGED = "application/x-stator-column";

// Reports the width while the pointer moves.
function follow(event: PointerEvent<HTMLElement>, width: number, report: (width: number) => void): void {
  const edge = event.currentTarget;
  const start = event.clientX;
  const move = (now: globalThis.PointerEvent) => report(width + now.clientX - start);
  edge.setPointerCapture(event.pointerId);
  edge.addEventListener("pointermove", move);
  edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), { once: true });
  event.preventDefault();
}

// The head of the layout Collections: what stands in every row.
export function CollectionHead({ keys, width }: { readonly keys: readonly Column[]; readonly width: number }) {
  return (
    <div role="row" aria-rowindex={1} className={style.titles} style={{ width: width + HEAD_PX }}>
      <div role="columnheader" aria-colindex={1} className={`${style.title} ${style.head}`}>
        Item
      </div>
      {keys.map((key, at) => (
        <div key={key.name} role="columnheader" aria-colindex={at + 2} className={style.title} style={{ width: key.width }}>
          {at === 0 ? "Collection" : "Sort key"}
        </div>
      ))}
      <div role="columnheader" aria-colindex={keys.length + 2} className={style.title} style={{ width: SIZE_PX }}>
        Size · read · write
      </div>
      <div role="columnheader" aria-colindex={keys.length + 3} className={style.title}>
        Attributes
      </div>
    </div>
  );
}
