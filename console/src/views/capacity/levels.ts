import type { Access, Heat } from "../../data/requests/heat_shapes";
import { dimensionOf, type Scaling } from "../../data/requests/scaling";
import { billingOf, type OnDemandThroughput, type TableDescription, type UnitsDescription } from "../../data/requests/table_shapes";
import { type Level, steady } from "./charts";
import type { History } from "./history";
import { scaledTo } from "./marks";

// The levels that a chart of units shows beside what was consumed: what may be consumed, and what
// scaling aims at.

const indexOf = (table: TableDescription, index: string | undefined) =>
  table.GlobalSecondaryIndexes?.find((one) => one.IndexName === index);

export const provisionedOf = (table: TableDescription, index: string | undefined): UnitsDescription | undefined =>
  index === undefined ? table.ProvisionedThroughput : indexOf(table, index)?.ProvisionedThroughput;

const maximaOf = (table: TableDescription, index: string | undefined): OnDemandThroughput | undefined =>
  index === undefined ? table.OnDemandThroughput : indexOf(table, index)?.OnDemandThroughput;

export interface Sources {
  readonly table: TableDescription;
  readonly index: string | undefined;
  readonly heat: Heat | undefined;
  readonly scaling: Scaling | undefined;
}

export function levelsOf(history: History, access: Access, sources: Sources): Level[] {
  return billingOf(sources.table) === "PROVISIONED"
    ? provisionedLevels(history, access, sources)
    : onDemandLevels(history, access, sources);
}

function provisionedLevels(history: History, access: Access, { table, index, scaling }: Sources): Level[] {
  const units = provisionedOf(table, index);
  const now = access === "read" ? units?.ReadCapacityUnits : units?.WriteCapacityUnits;
  const known = new Map([...history.provisioned[access], ...scaledTo({ table: table.TableName, index }, access, scaling)]);
  const [first] = history.times;
  if (now !== undefined && first !== undefined && (known.size === 0 || history.step < 60)) known.set(first, now);
  const values = steady(history.times, withBegin(known));
  const policy = scaling?.policies.find(({ ScalableDimension }) => ScalableDimension === dimensionOf({ table: table.TableName, index }, access));
  const percent = policy?.TargetTrackingScalingPolicyConfiguration?.TargetValue;
  const provisioned: Level = { name: "Provisioned", colour: "text", values };
  if (percent === undefined) return [provisioned];
  const target = values.map((value) => (value === null ? null : (value * percent) / 100));
  return [provisioned, { name: `Target, ${percent} %`, colour: "text-quiet", values: target }];
}

const MEASURED_EVERY = 300; // seconds; the metric of provisioned units comes so often

// The first measured value has held since the measurement before it.
function withBegin(known: ReadonlyMap<number, number>): Map<number, number> {
  const first = Math.min(...known.keys());
  return known.size === 0 ? new Map() : new Map([[first - MEASURED_EVERY, known.get(first)!], ...known]);
}

function onDemandLevels(history: History, access: Access, { table, index, heat }: Sources): Level[] {
  const flat = (name: string, value: number | undefined, colour: "text" | "bad"): Level[] =>
    value === undefined || value < 0 ? [] : [{ name, colour, values: history.times.map(() => value) }];
  const maxima = maximaOf(table, index);
  return [
    ...flat("On-demand ceiling now", heat?.capacity?.[access].rate, "text"),
    ...flat("Your maximum", access === "read" ? maxima?.MaxReadRequestUnits : maxima?.MaxWriteRequestUnits, "bad"),
  ];
}
