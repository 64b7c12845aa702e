import type { ScalableTarget, ScalingPolicy, Schedule, TargetTracking } from "../../data/requests/scaling";

// A user's input for target tracking and for schedules, and its faults.

export interface TrackingDraft {
  readonly min: string;
  readonly max: string;
  readonly percent: string;
  readonly outCooldown: string;
  readonly inCooldown: string;
  readonly neverIn: boolean;
}

export function trackingDraft(target: ScalableTarget | undefined, policy: ScalingPolicy | undefined, units: number): TrackingDraft {
  const configuration = policy?.TargetTrackingScalingPolicyConfiguration;
  return {
    min: String(target?.MinCapacity ?? Math.max(1, units)),
    max: String(target?.MaxCapacity ?? Math.max(10, units * 10)),
    percent: String(configuration?.TargetValue ?? 70),
    outCooldown: String(configuration?.ScaleOutCooldown ?? 0),
    inCooldown: String(configuration?.ScaleInCooldown ?? 0),
    neverIn: configuration?.DisableScaleIn ?? false,
  };
}

const isCount = (text: string): boolean => /^\d{1,9}$/.test(text.trim());

export const unitsProblem = (text: string): string =>
  isCount(text) && Number(text) >= 1 ? "" : "A whole number of units, at least 1";

export const maxProblem = (min: string, max: string): string =>
  unitsProblem(max) || (isCount(min) && Number(max) < Number(min) ? "At least the smallest number of units" : "");

export const percentProblem = (text: string): string =>
  /^\d+(\.\d+)?$/.test(text.trim()) && Number(text) >= 20 && Number(text) <= 90 ? "" : "From 20 to 90 %";

export const secondsProblem = (text: string): string => (isCount(text) ? "" : "A whole number of seconds");

export function trackingOf(draft: TrackingDraft): TargetTracking | undefined {
  const problems = [
    unitsProblem(draft.min),
    maxProblem(draft.min, draft.max),
    percentProblem(draft.percent),
    secondsProblem(draft.outCooldown),
    secondsProblem(draft.inCooldown),
  ];
  if (problems.some((problem) => problem !== "")) return undefined;
  const { min, max, percent, outCooldown, inCooldown, neverIn } = draft;
  return {
    ...{ min: Number(min), max: Number(max), percent: Number(percent) },
    ...{ outCooldown: Number(outCooldown), inCooldown: Number(inCooldown), neverIn },
  };
}

export interface ScheduleDraft {
  readonly name: string;
  readonly schedule: string;
  readonly zone: string;
  readonly min: string;
  readonly max: string;
}

export const EMPTY_SCHEDULE: ScheduleDraft = { name: "", schedule: "cron(0 20 * * ? *)", zone: "", min: "", max: "" };

export const scheduleProblem = (text: string): string =>
  /^(at|rate|cron)\(.+\)$/.test(text.trim()) ? "" : "at(2030-01-15T20:00:00), rate(5 minutes) or cron(0 20 * * ? *)";

const optionalProblem = (text: string): string => (text.trim() === "" ? "" : unitsProblem(text));

export function scheduleOf({ name, schedule, zone, min, max }: ScheduleDraft): Schedule | undefined {
  const hasUnits = min.trim() !== "" || max.trim() !== "";
  if (name.trim() === "" || scheduleProblem(schedule) !== "" || !hasUnits) return undefined;
  if (optionalProblem(min) !== "" || optionalProblem(max) !== "") return undefined;
  const units = (text: string) => (text.trim() === "" ? undefined : Number(text));
  return { name: name.trim(), schedule: schedule.trim(), zone: zone.trim(), min: units(min), max: units(max) };
}
