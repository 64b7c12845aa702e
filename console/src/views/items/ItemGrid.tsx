import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from "react";

import style from "./ItemGrid.module.css";
import { cellId } from "./row_context";
import type { RowSource } from "./row_source";
import { type Cell, type GridActions, useGridKeys } from "./use_grid_keys";
import { useScroll } from "./use_scroll";

export const HEAD_HEIGHT = 30;

interface Place {
  readonly left: number;
  readonly width: number;
}

export interface DrawnRows {
  readonly first: number;
  readonly end: number;
  readonly topOf: (row: number) => number;
  readonly active: Cell;
}

// A grid over any number of rows, of which only the visible ones are in the document.
export function ItemGrid(properties: {
  readonly source: RowSource;
  readonly rowHeight: number;
  readonly width: number;
  readonly columnsOf: (row: number) => number;
  readonly columnCount: number;
  readonly head: ReactNode;
  readonly rows: (drawn: DrawnRows) => ReactNode;
  readonly actions: GridActions;
  readonly onActive: (cell: Cell) => void;
  readonly onSideways: (left: number, width: number) => void;
  readonly onVisible: (first: number, end: number) => void;
  readonly firstRow: number;
  readonly frozen: number; // pixels at the left that do not scroll
  readonly placeOf: (cell: Cell) => Place | undefined; // absent: the cell is frozen
}) {
  const { source, rowHeight, width, columnsOf, columnCount, actions, onActive, onSideways, onVisible, placeOf, frozen } = properties;
  const element = useRef<HTMLDivElement>(null);
  const scroll = useScroll(element, source, rowHeight, HEAD_HEIGHT, properties.firstRow);
  const pageRows = Math.max(1, scroll.visible.end - scroll.visible.first - 1);
  const extent = useMemo(() => ({ rows: source.total, pageRows, columnsOf }), [source.total, pageRows, columnsOf]);
  const { active, setActive, onKeyDown } = useGridKeys(extent, actions, (cell) => {
    scroll.show(cell.row);
    showSideways(element.current, cell, frozen, placeOf(cell));
    onActive(cell);
  });
  const press = (event: MouseEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    if (cell === undefined) return;
    setActive(cell);
    onActive(cell);
    if (event.target instanceof HTMLInputElement || event.shiftKey) actions.select(cell.row, { range: event.shiftKey });
  };
  const open = (event: MouseEvent<HTMLElement>) => {
    const cell = cellOf(event.target);
    if (cell !== undefined && cell.column > 0) actions.open(cell.row);
  };
  const sideways = () => {
    const { scrollLeft = 0, clientWidth = 0 } = element.current ?? {};
    onSideways(scrollLeft, clientWidth);
  };
  useEffect(sideways, []);
  const { first, end } = scroll.visible;
  useEffect(() => onVisible(first, end), [first, end, onVisible]);
  return (
    <div
      ref={element}
      className={style.grid}
      role="grid"
      aria-label="Items"
      aria-rowcount={source.total + 1}
      aria-colcount={columnCount}
      aria-multiselectable
      aria-activedescendant={active.row >= scroll.first && active.row < scroll.end ? cellId(active.row, active.column) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={() => {
        scroll.onScroll();
        sideways();
      }}
      onClick={press}
      onDoubleClick={open}
    >
      <div role="rowgroup" className={style.top} style={{ width, height: HEAD_HEIGHT }}>
        {properties.head}
      </div>
      <div role="rowgroup" className={style.body} style={{ width, height: scroll.height }}>
        {properties.rows({
          first: scroll.first,
          end: scroll.end,
          topOf: (row) => row * rowHeight - scroll.shift,
          active,
        })}
      </div>
    </div>
  );
}

export function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  if (cell === null) return undefined;
  return { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
}

// Cells whose place is not known are drawn, so the browser finds them.
function showSideways(grid: HTMLElement | null, cell: Cell, frozen: number, place: Place | undefined): void {
  if (grid === null) return;
  if (place === undefined) {
    document.getElementById(cellId(cell.row, cell.column))?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return;
  }
  const { left, width } = place;
  if (left - frozen < grid.scrollLeft) grid.scrollLeft = left - frozen;
  else if (left + width > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = left + width - grid.clientWidth;
}
