import type { Access, Heat, HeatPartition } from "../../data/requests/heat_shapes";
import { countText } from "../../data/values/amounts";
import { shareText } from "../../shared/heatmap/heat_grid";
import { timeOfDayText } from "../../shared/picture/ticks";
import { metBound } from "./verdict";

const WHOLE = 0.9; // of what the table may serve: then its rate is the fault as well
const CALM_SECONDS = 60;

interface Slot {
  readonly time: number;
  readonly step: number;
  units: number; // of all partitions
  peak: number; // the largest share of a partition's bound
  met: boolean; // a partition met its bound
}

// Describes a fault of partitions: how much the whole table used meanwhile, and how hot it was
// afterwards. undefined: there is nothing to add.
export function contextOf(heat: Heat, access: Access): string | undefined {
  const slots = slotsOf(heat.partitions, access);
  const met = slots.filter((slot) => slot.met);
  if (met.length === 0) return undefined;
  const said = [meanwhile(heat, access, met), since(heat, access, slots, met)].filter((one) => one !== "");
  return said.length === 0 ? undefined : said.join(" ");
}

function slotsOf(partitions: readonly HeatPartition[], access: Access): Slot[] {
  const slots = new Map<string, Slot>();
  for (const run of partitions.flatMap((one) => one[access])) {
    for (const [at, share] of run.share.entries()) {
      const time = run.time + at * run.step;
      const name = `${time}/${run.step}`;
      const slot = slots.get(name) ?? { time, step: run.step, units: 0, peak: 0, met: false };
      slot.units += run.units[at] ?? 0;
      slot.peak = Math.max(slot.peak, share);
      slot.met ||= metBound(run, at);
      slots.set(name, slot);
    }
  }
  return [...slots.values()];
}

// The rate is the one of this moment, so a rate that has changed since says nothing about then.
function meanwhile({ index, capacity }: Heat, access: Access, met: readonly Slot[]): string {
  const rate = capacity?.[access].rate ?? 0;
  const seconds = met.reduce((sum, { step }) => sum + step, 0);
  const used = met.reduce((sum, { units }) => sum + units, 0) / seconds / rate;
  if (!(used < WHOLE)) return "";
  const whole = index === undefined ? "table" : "index";
  return `Meanwhile the whole ${whole} used ${shareText(used)} of its ${countText(rate)} ${access} units a second.`;
}

function since({ now }: Heat, access: Access, slots: readonly Slot[], met: readonly Slot[]): string {
  const end = met.reduce((last, { time, step }) => Math.max(last, time + step), 0);
  const later = slots.filter(({ time, units }) => time >= end && units > 0);
  if (later.length === 0 || now - end < CALM_SECONDS) return "";
  const peak = later.reduce((most, slot) => Math.max(most, slot.peak), 0);
  return `Since ${timeOfDayText(Math.floor(end))} UTC no partition used more than ${shareText(peak)} of its bound in ${access}s.`;
}
