import { useCallback, useMemo, useState } from "react";

import { columnWindow, type Sideways, steppedSideways } from "./column_window";
import { moveBefore, withWidth } from "./columns";
import { GridHead } from "./GridHead";
import { GridRow } from "./GridRow";
import { type DrawnRows, ItemGrid } from "./ItemGrid";
import type { LayoutProperties } from "./layout";
import { SIZE_PX } from "./widths";

// One column for each attribute.
export function GridLayout(properties: LayoutProperties) {
  const { source, columns, context, isSelected, actions, onActive, onVisible, firstRow } = properties;
  const { shown, choices, change } = columns;
  const [sideways, setSideways] = useState<Sideways>({ left: 0, width: 1200 });
  const window = useMemo(() => columnWindow(shown, sideways), [shown, sideways]);
  const keyCount = window.keys.length;
  const names = useMemo(() => {
    const all = shown.map((column) => column.name);
    return [undefined, ...all.slice(0, keyCount), undefined, ...all.slice(keyCount)];
  }, [shown, keyCount]);
  const columnsOf = useCallback(() => names.length, [names]);
  const onSideways = useCallback((left: number, width: number) => {
    const next = steppedSideways(left, width);
    setSideways((now) => (now.left === next.left && now.width === next.width ? now : next));
  }, []);
  const rows = ({ first, end, topOf, active }: DrawnRows) =>
    Array.from({ length: Math.max(0, end - first) }, (_, at) => {
      const index = first + at;
      const item = source.row(index);
      return (
        <GridRow
          key={index}
          {...{ context, item, index }}
          top={topOf(index)}
          isSelected={item !== undefined && isSelected(item)}
          activeColumn={active.row === index ? active.column : undefined}
          columns={window}
        />
      );
    });
  const placeOf = (name: string | undefined) => {
    const column = shown.find((one) => one.name === name);
    if (column === undefined || column.isKey) return undefined;
    return { left: column.left + context.headPx + SIZE_PX, width: column.width };
  };
  const others = names.slice(keyCount + 2).filter((name) => name !== undefined);
  return (
    <ItemGrid
      {...{ source, actions, onSideways, onVisible, firstRow, rows, columnsOf }}
      rowHeight={context.rowHeight}
      width={window.width + context.headPx}
      frozen={window.keys.reduce((sum, key) => sum + key.width, context.headPx)}
      columnCount={names.length}
      placeOf={(cell) => placeOf(names[cell.column])}
      onActive={(cell) => onActive({ ...cell, name: names[cell.column] })}
      head={
        <GridHead
          columns={window}
          onSize={(name, width) => change(withWidth(choices, name, width))}
          onMove={(name, before) => change({ ...choices, order: moveBefore(others, name, before) })}
        />
      }
    />
  );
}
