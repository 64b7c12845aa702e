import type { Access } from "../../data/requests/simulation_shapes";
import { plural, rateText } from "../../data/values/amounts";
import { type Cell, shareText, timeOfColumn } from "../../shared/heatmap/heat_grid";
import type { SimulatedHeat } from "./heat_of";
import { BEGIN, clockText } from "./times";

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;

// One cell in words: time, partition, its keys, units, busiest second and throttles.
export function cellTextOf(heat: SimulatedHeat, cell: Cell, access: Access): string {
  const time = clockText(timeOfColumn(heat.grid, cell.column) - BEGIN);
  const partition = heat.partitionAt(cell.row, cell.column);
  if (partition === undefined) return `${time}: no partition`;
  const at = cell.column - partition.firstStep;
  const [peaks, refused] =
    access === "read" ? [partition.readPeak, partition.readThrottled] : [partition.writePeak, partition.writeThrottled];
  const units = partition[access][at] ?? 0;
  const share = units / (access === "read" ? 3000 : 1000);
  const throttles = Math.round(refused[at] ?? 0);
  return [
    `${time}, partition ${partition.partition}, from ${partition.where} (${percent(partition.end - partition.begin)} of all keys)`,
    `${rateText(units)} ${access} units a second, ${shareText(share)} of its bound, ${shareText(peaks[at] ?? 0)} in the busiest second`,
    ...(throttles > 0 ? [`${plural(throttles, "attempt")} throttled`] : []),
  ].join("; ");
}
