import { useState } from "react";

import { timeOfDayText } from "../picture/ticks";
import { Button } from "../parts/Button";
import { Text } from "../parts/Text";
import { tableOf } from "./heat_table";
import type { HeatGrid } from "./heat_grid";
import { shareText } from "./heat_grid";
import style from "./HeatTable.module.css";
import type { Viewport } from "./viewport";

const ROWS_FIRST = 60;

// The shown part of the map in words: for each row its hottest cell, and a share for each stretch of time.
export function HeatTable({ label, grid, view }: { readonly label: string; readonly grid: HeatGrid; readonly view: Viewport }) {
  const [all, setAll] = useState(false);
  const table = tableOf(grid, view);
  const rows = all ? table.rows : table.rows.slice(0, ROWS_FIRST);
  return (
    <>
      <div className={style.scroll} tabIndex={0} role="region" aria-label={`${label} as a table`}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Highest share</th>
              <th scope="col">Throttles</th>
              {table.times.map((time) => (
                <th key={time} scope="col">
                  {timeOfDayText(time)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <Text value={row.label} />
                </th>
                <td>{shareText(row.highest)}</td>
                <td>{row.throttles}</td>
                {row.parts.map((part, at) => (
                  <td key={table.times[at]}>
                    {Number.isNaN(part.highest) ? "–" : shareText(part.highest)}
                    {part.throttles > 0 && ", throttled"}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && table.rows.length > ROWS_FIRST && (
        <Button onClick={() => setAll(true)}>Show all {table.rows.length} rows</Button>
      )}
    </>
  );
}
