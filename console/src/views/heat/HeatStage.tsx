import { useMemo, useState } from "react";

import type { Heat } from "../../data/requests/heat_shapes";
import type { TableDescription } from "../../data/requests/table_shapes";
import { countText } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import type { Cell } from "../../shared/heatmap/heat_grid";
import { useClockMarks } from "../../shared/chart/clock_marks";
import { HeatMap } from "../../shared/heatmap/HeatMap";
import { Empty } from "../../shared/parts/Empty";
import { timeText } from "../../shared/picture/ticks";
import { factsText } from "./cell_text";
import { CellPanel } from "./CellPanel";
import { columnsOf } from "../../shared/heat_columns";
import { accessOf, cellOf, cellText, type Range, rowKindOf } from "./heat_place";
import type { HeatRows } from "./heat_rows";
import style from "./HeatStage.module.css";
import { InsightsStart } from "./InsightsStart";
import { hasKeys, keyRows, prefixRows } from "./key_rows";
import { partitionRows } from "./partition_rows";
import { SplitList } from "./SplitList";
import { spanText, verdictOf } from "./verdict";
import { contextOf } from "./verdict_context";
import { VerdictLine } from "./VerdictLine";

const ROW_HEIGHT = 44;
const TIMES_HEIGHT = 24;
const HEIGHT_MIN = 140;
const HEIGHT_MAX = 460;
const ROW_HEIGHT_MIN = 16; // room for each label, as far as the page has it
const TALL_MAX = 680;

// The sentence, the map, and what is known about a cell of it.
export function HeatStage(properties: {
  readonly table: TableDescription;
  readonly heat: Heat;
  readonly range: Range | undefined;
}) {
  const { table, heat } = properties;
  const access = accessOf(useParameter("access")[0]);
  const rows = rowKindOf(useParameter("rows")[0]);
  const verdict = useMemo(() => verdictOf(heat, access), [heat, access]);
  const context = useMemo(() => contextOf(heat, access), [heat, access]);
  return (
    <>
      <VerdictLine verdict={verdict} context={context} />
      {rows !== "partitions" && !hasKeys(heat) ? <InsightsStart table={table} index={heat.index} /> : <Stage {...properties} />}
      <SplitList splits={heat.splits} />
      <p className={style.since}>
        The history begins at {timeText(Math.floor(heat.since))}: when the server started, or the table was created. It
        holds {stepText(heat.resolution.seconds)} for ten minutes and {stepText(heat.resolution.minutes)} for a day.
      </p>
    </>
  );
}

// Where memory was short, the server's slots are longer.
const stepText = (seconds: number): string =>
  seconds === 1 ? "seconds" : seconds === 60 ? "minutes" : `slots of ${spanText(seconds)}`;

function rowsOf(heat: Heat, kind: ReturnType<typeof rowKindOf>, access: ReturnType<typeof accessOf>): HeatRows {
  const columns = columnsOf(heat.from, heat.to, heat.resolution);
  if (kind === "keys") return keyRows(heat, columns);
  return kind === "prefixes" ? prefixRows(heat, columns) : partitionRows(heat, access, columns);
}

function Stage({ table, heat, range }: Parameters<typeof HeatStage>[0]) {
  const access = accessOf(useParameter("access")[0]);
  const kind = rowKindOf(useParameter("rows")[0]);
  const [, setFrom] = useParameter("from");
  const [, setTo] = useParameter("to");
  const [pinned, setPinned] = useParameter("cell");
  const [hovered, setHovered] = useState<Cell>();
  const rows = useMemo(() => rowsOf(heat, kind, access), [heat, kind, access]);
  const { factsOf } = rows;
  const marks = useClockMarks(rows.grid.start, rows.grid.start + rows.grid.columns * rows.grid.step);
  const turns = marks.map(({ at, label }) => `${at} ${label}`).join();
  const grid = useMemo(() => ({ ...rows.grid, marks }), [rows, turns]);
  const pin = cellOf(grid, pinned);
  if (grid.rows.length === 0) {
    return (
      <Empty title="No key was counted in this time">
        <p>The server counts keys from the moment Contributor Insights is on. Send traffic, or choose a longer time.</p>
      </Empty>
    );
  }
  const show = (times: Range | undefined) => {
    if (times === undefined && range === undefined) return;
    const next = times ?? { from: grid.start, to: grid.start + grid.columns * grid.step };
    setFrom(String(Math.round(next.from)));
    setTo(String(Math.round(next.to)));
  };
  const shown = hovered ?? pin;
  return (
    <>
      <HeatMap
        title={`Heat of ${heat.index ?? heat.table}`}
        of={boundText(heat, kind, access)}
        grid={grid}
        height={heightOf(grid.rows.length)}
        times={range}
        onTimes={show}
        pinned={pin}
        onPin={(cell) => setPinned(cell === undefined ? "" : cellText(grid, cell))}
        onHover={setHovered}
        cellText={(cell) => factsText(factsOf(cell), access)}
      />
      <CellPanel
        table={table}
        index={heat.index}
        access={access}
        facts={shown && factsOf(shown)}
        isPinned={pin !== undefined && (hovered === undefined || cellText(grid, hovered) === cellText(grid, pin))}
      />
    </>
  );
}

function heightOf(rows: number): number {
  const wanted = Math.max(HEIGHT_MIN, Math.min(HEIGHT_MAX, rows * ROW_HEIGHT));
  return Math.max(wanted, Math.min(TALL_MAX, rows * ROW_HEIGHT_MIN)) + TIMES_HEIGHT;
}

const boundText = ({ bounds }: Heat, kind: ReturnType<typeof rowKindOf>, access: ReturnType<typeof accessOf>): string =>
  kind === "partitions"
    ? `Share of ${countText(bounds[access])} ${access} units a second, the bound of a partition`
    : `Share of ${countText(bounds.read)} read units a second; a write unit counts as three`;
