import { type Access, type Heat, type HeatPartition, type HeatRun, THROTTLE_BOUNDS } from "../../data/requests/heat_shapes";
import { countText, plural } from "../../data/values/amounts";
import { timeOfDayText } from "../../shared/picture/ticks";
import { shareText } from "../../shared/heatmap/heat_grid";
import { hasKeys } from "./key_rows";
import { hottestKey } from "./hottest_key";

// Names the fault and the cure in one or two sentences.
export interface Verdict {
  readonly tone: "good" | "warn" | "bad" | "quiet";
  readonly parts: readonly VerdictPart[];
}

export type VerdictPart = string | { readonly key: string };

const MET = 0.99; // units of a slot are whole, so a met bound may lack one of a hundred
const BUSY = 0.5;
const ONE_KEY = 0.5; // of the partition's units

export interface PartitionHeat {
  readonly partition: HeatPartition;
  readonly peak: number;
  readonly metSeconds: number;
  readonly throttles: number;
}

export function heatOf(partition: HeatPartition, access: Access): PartitionHeat {
  let [peak, metSeconds, throttles] = [0, 0, 0];
  for (const run of partition[access]) {
    for (const [at, share] of run.share.entries()) {
      peak = Math.max(peak, share);
      throttles += run.throttles?.[at] ?? 0;
      if (metBound(run, at)) metSeconds += run.step;
    }
  }
  return { partition, peak, metSeconds, throttles };
}

export const metBound = (run: HeatRun, at: number): boolean =>
  run.share[at]! >= MET || ((run.reasons?.[at] ?? 0) & THROTTLE_BOUNDS.keyRange) !== 0;

export function verdictOf(heat: Heat, access: Access): Verdict {
  if (heat.mode === "off") {
    return { tone: "quiet", parts: ["Capacity is off here, so the server records no heat. Set it to observe in Capacity."] };
  }
  const heats = heat.partitions.map((partition) => heatOf(partition, access));
  const met = heats.filter(({ metSeconds }) => metSeconds > 0).sort((a, b) => b.metSeconds - a.metSeconds);
  const throttles = heats.reduce((sum, one) => sum + one.throttles, 0);
  const peak = Math.max(0, ...heats.map((one) => one.peak));
  if (met.length > 0) return metVerdict(heat, access, met);
  if (throttles > 0) return throttledVerdict(heat, access, throttles, peak);
  return calmVerdict(heat, access, heats, peak);
}

const boundText = (heat: Heat, access: Access): string => `${countText(heat.bounds[access])} ${access} units`;

function metVerdict(heat: Heat, access: Access, met: readonly PartitionHeat[]): Verdict {
  const [worst, ...others] = met;
  const { partition, metSeconds } = worst!;
  const begin = `Partition ${partition.partition} met its bound of ${boundText(heat, access)} for ${spanText(metSeconds)}`;
  const hot = hottestKey(partition);
  const also = others.length === 0 ? "" : ` So did ${plural(others.length, "other partition")}.`;
  if (hot !== undefined && hot.item.share >= ONE_KEY) return oneKeyVerdict(heat, access, met, hot.collection.text);
  if (hot !== undefined && hot.collection.share >= ONE_KEY) {
    const cure = ". A split between its items helps, unless the table has local indexes or its sort keys only grow.";
    const share = `${begin}, ${shareText(hot.collection.share)} of it for items of `;
    return { tone: "bad", parts: [share, { key: hot.collection.text }, `${cure}${also}`] };
  }
  return { tone: "bad", parts: [`${begin}. ${splitAdvice(heat, access, worst!)}${also}`] };
}

// A key that heats a partition heats the parts after each split, so they belong to one sentence.
function oneKeyVerdict(heat: Heat, access: Access, met: readonly PartitionHeat[], collection: string): Verdict {
  const all = met.map((one) => ({ ...one, hot: hottestKey(one.partition) }));
  const mine = all.filter(({ hot }) => hot?.collection.text === collection && hot.item.share >= ONE_KEY);
  const seconds = mine.reduce((sum, { metSeconds }) => sum + metSeconds, 0);
  const share = mine.reduce((sum, { hot, metSeconds }) => sum + hot!.item.share * metSeconds, 0) / seconds;
  // The last part names the item, where those before know its collection only.
  const latest = mine.reduce((last, one) => ((one.partition.begins ?? 0) > (last.partition.begins ?? 0) ? one : last));
  const numbers = mine.map(({ partition }) => partition.partition).sort((a, b) => a - b);
  const who = numbers.length === 1 ? `Partition ${numbers[0]} met its bound` : `Partitions ${listText(numbers)} met their bound`;
  const cure = access === "write" ? "shard it" : "cache it, or keep it in several items";
  const others = met.length - mine.length;
  const also = others === 0 ? "" : ` So did ${plural(others, "other partition")}.`;
  return {
    tone: "bad",
    parts: [
      `${who} of ${boundText(heat, access)} for ${spanText(seconds)}, ${shareText(share)} of it for `,
      { key: latest.hot!.item.text },
      `. No split helps one key: ${cure}.${also}`,
    ],
  };
}

const listText = (numbers: readonly number[]): string => `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;

// Describes the effect of a split that happened, or of a possible one.
function splitAdvice(heat: Heat, access: Access, { partition }: PartitionHeat): string {
  const split = heat.splits.find((one) => one.partition === partition.partition);
  if (split === undefined) {
    return hasKeys(heat)
      ? "Its traffic goes to many keys, so a split helps. The server splits after a minute of heat."
      : "If its traffic goes to many keys, a split helps. Contributor Insights would name the keys.";
  }
  const children = heat.partitions.filter((one) => split.children.includes(one.partition));
  const after = Math.max(0, ...children.map((one) => heatOf(one, access).peak));
  const when = `It was split at ${timeOfDayText(Math.floor(split.time))} UTC`;
  return after < MET
    ? `${when}, which helped: its parts reached ${shareText(after)} since.`
    : `${when}, and a part met the bound again: few keys take the traffic, and sharding them helps.`;
}

const LIMITS: readonly (readonly [bound: keyof typeof THROTTLE_BOUNDS, name: string, cure: string])[] = [
  ["provisioned", "provisioned rate", "Provision more units, scale automatically, or go on-demand."],
  ["maxOnDemand", "maximum for on-demand", "Raise the maximum in the table's on-demand throughput."],
  ["account", "quota of a table", "Raise the quota, or spread the traffic over time."],
];

function throttledVerdict(heat: Heat, access: Access, throttles: number, peak: number): Verdict {
  const bits = heat.partitions.flatMap((one) => one[access]).flatMap((run) => run.reasons ?? []);
  const all = bits.reduce((sum, one) => sum | one, 0);
  const [bound, name, cure] = LIMITS.find(([limit]) => (all & THROTTLE_BOUNDS[limit]) !== 0) ?? LIMITS[0]!;
  const rate = bound === "provisioned" ? heat.capacity?.[access].rate : undefined;
  const at = `the ${name}${rate === undefined ? "" : ` of ${countText(rate)} ${access} units`}`;
  const refused = heat.mode === "enforce" ? "" : " The server served them: it only observes.";
  const begin = `${plural(throttles, access)} met ${at}, while no partition used more than ${shareText(peak)} of its own bound.`;
  return { tone: heat.mode === "enforce" ? "bad" : "warn", parts: [`${begin} ${cure}${refused}`] };
}

function calmVerdict(heat: Heat, access: Access, heats: readonly PartitionHeat[], peak: number): Verdict {
  if (peak === 0) return { tone: "quiet", parts: [`No ${access}s in this time.`] };
  if (peak < BUSY) {
    const used = peak < 0.01 ? "as much as 1 %" : `more than ${shareText(peak)}`;
    return { tone: "good", parts: [`No partition used ${used} of its bound of ${boundText(heat, access)}. Nothing was throttled.`] };
  }
  const { partition } = heats.find((one) => one.peak === peak)!;
  const text = `Partition ${partition.partition} reached ${shareText(peak)} of its bound of ${boundText(heat, access)}. Nothing was throttled.`;
  return { tone: "warn", parts: [text] };
}

// "40 seconds", "12 minutes", "3 hours".
export function spanText(seconds: number): string {
  if (seconds < 60) return plural(Math.round(seconds), "second");
  if (seconds < 7200) return plural(Math.round(seconds / 60), "minute");
  return plural(Math.round(seconds / 3600), "hour");
}

export const verdictText = ({ parts }: Verdict): string =>
  parts.map((part) => (typeof part === "string" ? part : `\`${part.key}\``)).join("");
