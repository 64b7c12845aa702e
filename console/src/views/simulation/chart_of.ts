import type { Access, ResourceSeries, SimulationResult } from "../../data/requests/simulation_shapes";
import { countText, rateText } from "../../data/values/amounts";
import type { ChartData, Mark } from "../../shared/chart/chart_data";
import { BEGIN, stepTimes } from "./times";

const MARKS_MAX = 40; // more would hide the lines

// Asked, served, throttled and capacity of one table or index over the time.
export function chartOf(result: SimulationResult, resource: ResourceSeries, access: Access): ChartData {
  const { stepSeconds } = result.series;
  const { asked, served, throttled, capacity } = resource[access];
  return {
    times: stepTimes(asked.length, stepSeconds),
    series: [
      { name: "asked", kind: "line", colour: "entity-5", values: asked },
      { name: "served", kind: "line", colour: "accent", values: served },
      { name: "throttled", kind: "line", colour: "bad", values: throttled },
      { name: "capacity", kind: "steps", colour: "text-quiet", dashed: true, values: capacity },
    ],
    marks: marksOf(result, resource.name, access),
    from: BEGIN,
    to: BEGIN + asked.length * stepSeconds,
    valueText: rateText,
  };
}

// A capacity far above all traffic would press the lines to the ground.
export function withoutFarCapacity(data: ChartData, times = 4): ChartData {
  const capacity = data.series.find(({ name }) => name === "capacity")!;
  const others = data.series.filter((one) => one !== capacity).flatMap(({ values }) => values);
  const highest = others.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const lowest = capacity.values.reduce<number>((least, value) => Math.min(least, value ?? 0), Infinity);
  if (highest === 0 || lowest <= highest * times) return data;
  return { ...data, series: data.series.filter((one) => one !== capacity) };
}

function marksOf(result: SimulationResult, name: string, access: Access): Mark[] {
  const splits = result.splits
    .filter((split) => split.resource === name)
    .map((split): Mark => ({ at: BEGIN + split.second, label: `split: ${split.why}`, tone: "warn" }));
  const scalings = result.scalings
    .filter((scaling) => scaling.resource === name && scaling.access === access)
    .map(({ second, from, to }): Mark => ({ at: BEGIN + second, label: `${countText(from)} → ${countText(to)}` }));
  return [...splits, ...scalings].sort((a, b) => a.at - b.at).slice(0, MARKS_MAX);
}
