import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";

import { visible } from "../../data/values/visible";
import { useColours } from "../picture/colours";
import { SaveButtons } from "../picture/SaveButtons";
import { timeText } from "../picture/ticks";
import { Button } from "../parts/Button";
import hiding from "../parts/hidden.module.css";
import { drawHeat } from "./draw_heat";
import { heatColours } from "./heat_colours";
import { type Box, frameOf, rectangleOf } from "./heat_frame";
import { type Cell, type HeatGrid, isInside, marksWithin, shareAt, shareText, throttlesAt, timeOfColumn } from "./heat_grid";
import { KEYS_TEXT, moveByKey } from "./heat_keys";
import style from "./HeatMap.module.css";
import { HeatScale } from "./HeatScale";
import { heatSvg } from "./heat_svg";
import { HeatTable } from "./HeatTable";
import { useBox } from "./use_box";
import { useGestures } from "./use_gestures";
import { type Times, useViewport } from "./use_viewport";
import { isWhole, timesOf, wholeGrid } from "./viewport";

const FILE_SIZE = { width: 1200, height: 640 };
const MARKS_MAX = 5; // in words

interface Properties {
  readonly title: string; // for files and readers
  readonly of: string; // what 100 % is: "Share of 1,000 write units a second"
  readonly grid: HeatGrid;
  readonly height?: number;
  readonly times?: Times; // what is shown; absent: everything
  readonly onTimes?: (times: Times | undefined) => void; // where a gesture led; undefined: everything
  readonly pinned?: Cell;
  readonly onPin?: (cell: Cell | undefined) => void;
  readonly onHover?: (cell: Cell | undefined) => void;
  readonly cellText?: (cell: Cell) => string; // one sentence for readers
}

// A map of shares of a bound over time.
export function HeatMap(properties: Properties) {
  const { title, of, grid, times, onTimes } = properties;
  const [isTable, setIsTable] = useState(false);
  const [view, change] = useViewport(grid, times, onTimes);
  const colours = useColours();
  const heat = useMemo(() => heatColours(colours), [colours]);
  return (
    <div className={style.whole}>
      <div className={style.head}>
        <HeatScale of={of} />
        <div className={style.actions}>
          <Button kind="quiet" disabled={isWhole(view, grid)} onClick={() => change(wholeGrid(grid))}>
            Show all
          </Button>
          <Button kind="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            As table
          </Button>
          <SaveButtons title={visible(title)} draw={() => heatSvg(title, grid, view, FILE_SIZE, colours, heat)} />
        </div>
      </div>
      {isTable ? (
        <HeatTable label={visible(title)} grid={grid} view={view} />
      ) : (
        <Cells {...properties} {...{ view, change, colours, heat }} />
      )}
      <MarkList grid={grid} view={view} />
    </div>
  );
}

// The marks in words: a line of the map has no room for them.
function MarkList({ grid, view }: { readonly grid: HeatGrid; readonly view: CellsProperties["view"] }) {
  const { from, to } = timesOf(view, grid);
  const marks = marksWithin(grid, from, to);
  if (marks.length === 0) return null;
  const rest = marks.length - MARKS_MAX;
  return (
    <p className={style.marks}>
      {marks.slice(-MARKS_MAX).map(({ at, label }) => `${label} at ${timeText(Math.floor(at))}`).join("; ")}
      {rest > 0 && `; ${rest} earlier`}
    </p>
  );
}

type CellsProperties = Properties & {
  readonly view: ReturnType<typeof useViewport>[0];
  readonly change: ReturnType<typeof useViewport>[1];
  readonly colours: ReturnType<typeof useColours>;
  readonly heat: ReturnType<typeof heatColours>;
};

function Cells(properties: CellsProperties) {
  const { title, grid, view, change, colours, heat, height = 420, pinned, onPin, onHover } = properties;
  const map = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useBox(map);
  const [hovered, setHovered] = useState<Cell>();
  const [focused, setFocused] = useState<Cell>();
  const hover = (cell: Cell | undefined) => {
    if (cell?.row === hovered?.row && cell?.column === hovered?.column) return;
    setHovered(cell);
    onHover?.(cell);
  };
  const pin = (cell: Cell | undefined) => {
    setFocused(cell);
    onPin?.(cell);
  };
  const gestures = useGestures(map, { grid, view, box, change, onHover: hover, onPin: pin });
  useEffect(() => {
    if (canvas.current !== null && box.width > 0) drawHeat(canvas.current, grid, view, box, colours, heat, devicePixelRatio);
  }, [grid, view.left, view.right, view.top, view.bottom, box, colours, heat]);

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && focused !== undefined) onPin?.(focused);
    else if (event.key === "Escape") onPin?.(undefined);
    else {
      const moved = moveByKey(event, grid, view, focused);
      if (moved === undefined) return;
      if (moved.view !== undefined) change(moved.view);
      if (moved.cell !== undefined) setFocused(moved.cell);
      if (moved.cell !== undefined) hover(moved.cell);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const known = (cell: Cell | undefined) => (cell !== undefined && isInside(grid, cell) ? cell : undefined);
  return (
    <>
      <div
        ref={map}
        className={style.map}
        style={{ height }}
        role="application"
        aria-roledescription="heat map"
        aria-label={`${visible(title)}. ${KEYS_TEXT} “As table” lists it.`}
        tabIndex={0}
        onKeyDown={keyDown}
        {...gestures}
      >
        <canvas ref={canvas} className={style.canvas} aria-hidden />
        <Outline kind="hovered" cell={known(hovered ?? focused)} {...{ grid, view, box }} />
        <Outline kind="pinned" cell={known(pinned)} {...{ grid, view, box }} />
      </div>
      <p className={hiding.hidden} aria-live="polite">
        {focused !== undefined && isInside(grid, focused) ? sentence(properties, focused) : ""}
      </p>
      <p className={style.keys}>{KEYS_TEXT}</p>
    </>
  );
}

function sentence({ grid, cellText }: Properties, cell: Cell): string {
  if (cellText !== undefined) return cellText(cell);
  const throttles = throttlesAt(grid, cell);
  const label = visible(grid.rows[cell.row]!.label);
  const time = timeText(timeOfColumn(grid, cell.column));
  return `${label}, ${time}: ${shareText(shareAt(grid, cell))}${throttles > 0 ? `, ${throttles} throttled` : ""}`;
}

function Outline(properties: {
  readonly kind: "hovered" | "pinned";
  readonly cell: Cell | undefined;
  readonly grid: HeatGrid;
  readonly view: CellsProperties["view"];
  readonly box: Box;
}) {
  const { kind, cell, grid, view, box } = properties;
  const place = cell && box.width > 0 ? rectangleOf(frameOf(box, grid), view, cell) : undefined;
  return place && <span aria-hidden className={style[kind]} style={{ ...place }} />;
}
