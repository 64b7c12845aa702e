import { useContext, useMemo, useState } from "react";

import type { Access, ResourceSeries, SimulationResult } from "../../data/requests/simulation_shapes";
import { countText } from "../../data/values/amounts";
import { useParameter } from "../../shared/address";
import { type Cell, type HeatGrid, isInside } from "../../shared/heatmap/heat_grid";
import { HeatMap } from "../../shared/heatmap/HeatMap";
import { Text } from "../../shared/parts/Text";
import { cellTextOf } from "./cell_text";
import { BOUNDS, heatOf } from "./heat_of";
import { RunName } from "./run_name";
import style from "./SimulationView.module.css";

const HEIGHT = 300;

// The partitions of one table or index over the time.
export function Heat(properties: {
  readonly result: SimulationResult;
  readonly resource: ResourceSeries;
  readonly access: Access;
}) {
  const { result, resource, access } = properties;
  const name = useContext(RunName);
  const heat = useMemo(() => heatOf(result, resource, access), [result, resource, access]);
  const [times, setTimes] = useParameter("times-shown");
  const [hovered, setHovered] = useState<Cell>();
  const [pinned, setPinned] = usePinned(name === "B: " ? "cell-b" : "cell", heat.grid);
  const shown = pinned ?? hovered;
  const cellText = (cell: Cell) => cellTextOf(heat, cell, access);
  return (
    <section className={style.heat} aria-label={`${name}Heat of the partitions`}>
      <h2>Partitions</h2>
      {result.series.partitionsLeftOut > 0 && (
        <p className={style.quiet}>
          {countText(result.series.partitionsLeftOut)} partitions are not recorded: there are too many.
        </p>
      )}
      <HeatMap
        title={`${name}${resource.name}: partitions`}
        of={`Share of ${countText(BOUNDS[access])} ${access} units a second`}
        grid={heat.grid}
        height={HEIGHT}
        times={timesIn(times)}
        onTimes={(range) => setTimes(range === undefined ? "" : `${Math.round(range.from)}-${Math.round(range.to)}`)}
        pinned={pinned}
        onPin={setPinned}
        onHover={setHovered}
        cellText={cellText}
      />
      <p className={style.cell} aria-live="off">
        {shown === undefined ? "Point at a cell to read it; a click keeps it." : <Text value={cellText(shown)} />}
      </p>
    </section>
  );
}

// The cell that stays read, which the address holds.
function usePinned(name: string, grid: HeatGrid): [Cell | undefined, (cell: Cell | undefined) => void] {
  const [text, set] = useParameter(name);
  const [, row, column] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? [];
  const cell = row === undefined ? undefined : { row: Number(row), column: Number(column) };
  return [
    cell !== undefined && isInside(grid, cell) ? cell : undefined,
    (next) => set(next === undefined ? "" : `${next.row}-${next.column}`),
  ];
}

function timesIn(text: string): { from: number; to: number } | undefined {
  const [, from, to] = /^(\d{1,12})-(\d{1,12})$/.exec(text) ?? [];
  return from === undefined || Number(to) <= Number(from) ? undefined : { from: Number(from), to: Number(to) };
}
