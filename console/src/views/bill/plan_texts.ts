import type { BreakEven, TableBill } from "../../data/requests/bill_shapes";
import { dollarsText, rateText } from "../../data/values/amounts";

// The words of `stator bill` for the ways to pay.

const HOURS_A_DAY = 24;

export function planText(plan: string, utilization: number): string {
  const percent = `${Math.round(utilization * 100)} %`;
  const names: { readonly [plan: string]: string } = {
    onDemand: "On-demand",
    fullyUsed: "Provisioned, fully used",
    provisioned: `Provisioned, ${percent} used`,
    autoScaling: `Provisioned, auto scaling at ${percent}`,
    reservedOneYear: "Reserved for 1 year",
    reservedThreeYears: "Reserved for 3 years",
  };
  return Object.hasOwn(names, plan) ? names[plan]! : plan;
}

export const classText = (name: string): string => (name === "standard" ? "Standard" : "Standard-IA");
export const otherClass = (name: string): string => (name === "standard" ? "Standard-IA" : "Standard");

// Returns the possible savings of a table.
export function cheapestText(table: TableBill, utilization: number): string {
  const dollarsOf = (plan: string) => table.plans.find((one) => one.plan === plan)?.dollars ?? 0;
  const text = (plan: string) => `${planText(plan, utilization).toLowerCase()}, ${dollarsText(dollarsOf(plan))}`;
  const without = table.cheapestUncommitted === table.cheapest ? "" : ` Without reserved capacity: ${text(table.cheapestUncommitted)}.`;
  return `Cheapest: ${text(table.cheapest)} a month.${without}`;
}

export function breakEvenText({ subject, fullLoadUnits, fullyUsed, atUtilization }: BreakEven, utilization: number): string {
  const point = (share: number) =>
    `${Math.round(share * 100)} % of full load, ${rateText(share * HOURS_A_DAY)} h a day (${rateText(share * fullLoadUnits)} of ${rateText(fullLoadUnits)} units a second)`;
  return (
    `${subject === "writes" ? "Writes" : "Reads"}: on-demand is cheaper than provisioned below ${point(fullyUsed)}; ` +
    `than provisioned at ${Math.round(utilization * 100)} % used, below ${point(atUtilization)}.`
  );
}

export function cacheText({ answered, saved, node, nodes, dollars, pays }: NonNullable<TableBill["dax"]>): string {
  const cost = `${nodes} nodes ${node} cost ${dollarsText(dollars)} a month`;
  return `${cost}. A cache would have answered ${Math.round(answered * 100)} % of the read units, worth ${dollarsText(saved)}: it ${pays ? "pays" : "does not pay"}.`;
}
