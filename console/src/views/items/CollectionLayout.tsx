import { useRef } from "react";

import type { Item } from "../../data/values/value";
import { CollectionRow } from "./CollectionRow";
import { type CollectionCells, collectionCells } from "./column_window";
import type { Column } from "./columns";
import { CollectionHead } from "./GridHead";
import { type DrawnRows, ItemGrid } from "./ItemGrid";
import type { LayoutProperties } from "./layout";

const nothing = () => undefined;

// Rows of one partition key together, each with the attributes that it has.
export function CollectionLayout(properties: LayoutProperties & { readonly collectionOf: (item: Item) => string }) {
  const { source, columns, context, isSelected, actions, onActive, onVisible, firstRow, collectionOf } = properties;
  const cellsOf = useCells(columns.shown);
  const widest = useRef(0);
  const { keys, width } = cellsOf(undefined);
  const namesOf = (row: number) => {
    const { others, more } = cellsOf(source.row(row));
    const names = [...keys, undefined, ...others].map((column) => column?.name);
    return [undefined, ...names, ...(more > 0 ? [undefined] : [])];
  };
  const collectionAt = (row: number): string | undefined => {
    const item = row < 0 ? undefined : source.row(row);
    return item && collectionOf(item);
  };
  const rows = ({ first, end, topOf, active }: DrawnRows) => {
    const starts = startsOf(first, end, collectionAt);
    return Array.from({ length: Math.max(0, end - first) }, (_, at) => {
      const index = first + at;
      const item = source.row(index);
      const cells = cellsOf(item);
      widest.current = Math.max(widest.current, cells.width);
      return (
        <CollectionRow
          key={index}
          {...{ context, item, index, cells }}
          top={topOf(index)}
          isSelected={item !== undefined && isSelected(item)}
          activeColumn={active.row === index ? active.column : undefined}
          span={starts[at]!.span}
          isStart={collectionAt(index - 1) !== collectionAt(index) || item === undefined}
        />
      );
    });
  };
  return (
    <ItemGrid
      {...{ source, actions, onVisible, firstRow, rows }}
      rowHeight={context.rowHeight}
      width={Math.max(width, widest.current) + context.headPx}
      frozen={0}
      columnsOf={(row) => namesOf(row).length}
      columnCount={-1}
      onSideways={nothing}
      placeOf={nothing}
      onActive={(cell) => onActive({ ...cell, name: namesOf(cell.row)[cell.column] })}
      head={<CollectionHead keys={keys} width={Math.max(width, widest.current)} />}
    />
  );
}

// Over how many rows the partition key of each drawn row reaches; 0 if a row above shows it.
function startsOf(
  first: number,
  end: number,
  collectionAt: (row: number) => string | undefined,
): { span: number }[] {
  const starts: { span: number }[] = [];
  let start: { span: number } | undefined;
  let before: string | undefined;
  for (let row = first; row < end; row++) {
    const here = collectionAt(row);
    if (start !== undefined && here !== undefined && here === before) {
      start.span++;
      starts.push({ span: 0 });
    } else {
      start = { span: 1 };
      starts.push(start);
    }
    before = here;
  }
  return starts;
}

// The cells of each item, made once for each order of columns.
function useCells(shown: readonly Column[]): (item: Item | undefined) => CollectionCells {
  const made = useRef({ shown, cells: new WeakMap<Item, CollectionCells>() });
  if (made.current.shown !== shown) made.current = { shown, cells: new WeakMap() };
  return (item) => {
    const known = item && made.current.cells.get(item);
    if (known !== undefined) return known;
    const cells = collectionCells(shown, item);
    if (item !== undefined) made.current.cells.set(item, cells);
    return cells;
  };
}
