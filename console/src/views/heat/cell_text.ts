import { type Access, type Throttle, THROTTLE_BOUNDS } from "../../data/requests/heat_shapes";
import { plural, rateText } from "../../data/values/amounts";
import { visible } from "../../data/values/visible";
import { shareText } from "../../shared/heatmap/heat_grid";
import { timeOfDayText, timeText } from "../../shared/picture/ticks";
import type { CellFacts } from "./heat_rows";

const BOUND_NAMES: { readonly [Name in keyof typeof THROTTLE_BOUNDS]: string } = {
  provisioned: "the provisioned rate",
  keyRange: "the bound of the partition",
  account: "the quota of a table",
  maxOnDemand: "the maximum for on-demand",
};

// The bounds that a sum of THROTTLE_BOUNDS names.
export const boundNames = (bits: number): string[] =>
  (Object.keys(BOUND_NAMES) as (keyof typeof BOUND_NAMES)[])
    .filter((name) => (bits & THROTTLE_BOUNDS[name]) !== 0)
    .map((name) => BOUND_NAMES[name]);

export const timesText = ({ from, to }: CellFacts): string => `${timeText(from)} to ${timeOfDayText(to)}`;

export const unitsText = ({ units, from, to }: CellFacts, access: Access): string =>
  `${rateText(units)} ${access} units, ${rateText(units / (to - from))} a second`;

export function throttlesText({ throttles, reasons }: CellFacts): string {
  const names = boundNames(reasons);
  const at = names.length === 0 ? "" : ` at ${names.join(" and ")}`;
  return throttles === 0 ? "nothing throttled" : `${plural(throttles, "throttle")}${at}`;
}

// A cell for those who hear it.
export const factsText = (facts: CellFacts, access: Access): string =>
  `${visible(facts.row)}, ${timesText(facts)}: ${shareText(facts.share)} of the bound, ${unitsText(facts, access)}, ${throttlesText(facts)}`;

const LISTED_MAX = 5;

// The listed throttles of a cell: those of its partitions, in its time.
export const throttlesOf = (
  all: readonly Throttle[],
  facts: CellFacts,
  access: Access,
  index: string | undefined,
): Throttle[] =>
  all
    .filter(
      (one) =>
        one.access === access &&
        one.index === index &&
        one.time >= facts.from &&
        one.time < facts.to &&
        (one.partition === undefined || facts.partitions.includes(one.partition)),
    )
    .slice(0, LISTED_MAX);
