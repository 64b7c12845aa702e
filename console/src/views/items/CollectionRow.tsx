import { memo } from "react";

import type { Value } from "../../data/values/value";
import hiding from "../../shared/parts/hidden.module.css";
import { Text } from "../../shared/parts/Text";
import { ValueText } from "./Cell";
import type { CollectionCells } from "./column_window";
import type { Column } from "./columns";
import own from "./CollectionRow.module.css";
import style from "./ItemGrid.module.css";
import { cellId, type RowProperties } from "./row_context";
import { RowHead } from "./RowHead";
import { SizeCell } from "./SizeCell";

// One item in the layout Collections. `span`: how many drawn rows the partition key covers from here;
// 0 if a row above covers this one.
export const CollectionRow = memo(function CollectionRow(
  properties: RowProperties & { readonly cells: CollectionCells; readonly span: number; readonly isStart: boolean },
) {
  const { context, item, index, top, activeColumn, isSelected, cells, span, isStart } = properties;
  const mark = item === undefined ? undefined : context.colourOf(item);
  const [partition, ...sort] = cells.keys;
  const row = `${style.row} ${own.labelled} ${isStart ? own.start : ""} ${isSelected ? style.selected : ""}`;
  const cell = (column: Column, number: number) => {
    const value = item?.get(column.name);
    return (
      <div
        key={column.name}
        {...cellMembers(index, number, column.name)}
        className={`${style.cell} ${activeColumn === number ? style.active : ""}`}
        style={{ width: column.width }}
      >
        <span className={own.name}>
          <Text value={column.name} />
        </span>
        {value && item && <ValueText value={value} link={context.links.of(item, column.name)} />}
      </div>
    );
  };
  const value = partition && item?.get(partition.name);
  const sizeAt = cells.keys.length + 1;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={row}
      style={{ top, height: context.rowHeight, width: cells.width, ["--mark" as string]: mark }}
    >
      <RowHead
        id={cellId(index, 0)}
        index={index}
        table={context.table}
        itemKey={item && context.keyOf(item)}
        isActive={activeColumn === 0}
        isSelected={isSelected}
      />
      {partition && (
        <PartitionCell {...{ index, span, partition, value }} isActive={activeColumn === 1} rowHeight={context.rowHeight}>
          {value && item && <ValueText value={value} link={context.links.of(item, partition.name)} />}
        </PartitionCell>
      )}
      {sort.map((column, at) => cell(column, at + 2))}
      <SizeCell {...{ context, item, index }} column={sizeAt} isActive={activeColumn === sizeAt} />
      {item && cells.others.map((column, at) => cell(column, sizeAt + 1 + at))}
      {cells.more > 0 && (
        <div {...cellMembers(index, sizeAt + 1 + cells.others.length)} className={`${style.cell} ${style.quiet}`}>
          <span className={own.name}>and</span>
          {cells.more} more, see Open
        </div>
      )}
    </div>
  );
});

const cellMembers = (row: number, column: number, name?: string) => ({
  id: cellId(row, column),
  role: "gridcell",
  "aria-colindex": column + 1,
  "data-row": row,
  "data-column": column,
  "data-name": name,
});

// The partition key. It shows once for all drawn rows of its collection, and screen readers hear it
// in each of them.
function PartitionCell(properties: {
  readonly index: number;
  readonly span: number;
  readonly partition: Column;
  readonly value: Value | undefined;
  readonly isActive: boolean;
  readonly rowHeight: number;
  readonly children: React.ReactNode;
}) {
  const { index, span, partition, isActive, rowHeight, children } = properties;
  return (
    <div
      {...cellMembers(index, 1, partition.name)}
      className={`${style.cell} ${own.partition} ${isActive ? style.active : ""}`}
      style={{ width: partition.width }}
    >
      {span > 0 ? (
        <div className={own.span} style={{ height: span * rowHeight }}>
          <div className={own.stuck}>
            <span className={own.name}>
              <Text value={partition.name} />
            </span>
            {children}
          </div>
        </div>
      ) : (
        <span className={hiding.hidden}>{children}</span>
      )}
    </div>
  );
}
