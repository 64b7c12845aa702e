import { memo } from "react";

import { ValueText } from "./Cell";
import type { ColumnWindow } from "./column_window";
import type { Column } from "./columns";
import style from "./ItemGrid.module.css";
import { cellId, type RowProperties } from "./row_context";
import { RowHead } from "./RowHead";
import { SizeCell } from "./SizeCell";

// One item in the layout Grid.
export const GridRow = memo(function GridRow(properties: RowProperties & { readonly columns: ColumnWindow }) {
  const { context, item, index, top, activeColumn, isSelected, columns } = properties;
  const mark = item === undefined ? undefined : context.colourOf(item);
  const cell = (column: Column, number: number) => {
    const value = item?.get(column.name);
    return (
      <div
        key={column.name}
        id={cellId(index, number)}
        role="gridcell"
        aria-colindex={number + 1}
        data-row={index}
        data-column={number}
        data-name={column.name}
        className={`${style.cell} ${column.isKey ? style.key : ""} ${value?.type === "N" ? style.number : ""} ${activeColumn === number ? style.active : ""}`}
        style={column.isKey ? { width: column.width, left: column.left + context.headPx } : { width: column.width }}
      >
        {value && item && <ValueText value={value} link={context.links.of(item, column.name)} />}
      </div>
    );
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`${style.row} ${isSelected ? style.selected : ""}`}
      style={{ top, height: context.rowHeight, width: columns.width + context.headPx, ["--mark" as string]: mark }}
    >
      <RowHead
        id={cellId(index, 0)}
        index={index}
        table={context.table}
        itemKey={item && context.keyOf(item)}
        isActive={activeColumn === 0}
        isSelected={isSelected}
      />
      {columns.keys.map((column, at) => cell(column, at + 1))}
      <SizeCell {...{ context, item, index }} column={columns.keys.length + 1} isActive={activeColumn === columns.keys.length + 1} />
      {columns.gap > 0 && <div role="presentation" style={{ flex: "none", width: columns.gap }} />}
      {columns.others.map((column, at) => cell(column, columns.first + at))}
    </div>
  );
});
