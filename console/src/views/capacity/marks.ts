import { type Alarm, indexOfAlarm } from "../../data/requests/alarms";
import type { Access } from "../../data/requests/heat_shapes";
import { dimensionOf, type Scaling, type ScalingPlace } from "../../data/requests/scaling";
import type { Mark } from "../../shared/chart/chart_data";
import { scheduleTimes } from "./schedule_times";

// The events of the capacity: activities of scaling, runs of schedules, alarms.

const OF_POLICIES = "TargetTracking-"; // alarms that belong to a policy; its activities tell the same

export function marksOf(
  place: ScalingPlace,
  access: Access | undefined,
  scaling: Scaling | undefined,
  alarms: readonly Alarm[] | undefined,
  from: number,
  to: number,
): Mark[] {
  const isMine = ({ ScalableDimension }: { readonly ScalableDimension: string }) =>
    access === undefined || ScalableDimension === dimensionOf(place, access);
  const activities = (scaling?.activities ?? []).filter(isMine).map(
    ({ StartTime, Description, StatusCode }): Mark => ({
      at: StartTime,
      label: StatusCode === "Failed" ? "Scaling failed" : (scaledText(Description) ?? Description),
      tone: StatusCode === "Failed" ? "bad" : "quiet",
    }),
  );
  const runs = (scaling?.schedules ?? []).filter(isMine).flatMap((action) =>
    scheduleTimes(action, from, to).map((at): Mark => ({ at, label: `Schedule ${action.ScheduledActionName}` })),
  );
  const states = (alarms ?? [])
    .filter((alarm) => !alarm.AlarmName.startsWith(OF_POLICIES) && indexOfAlarm(alarm) === place.index)
    .filter(({ StateValue }) => StateValue !== "INSUFFICIENT_DATA")
    .map(({ AlarmName, StateValue, StateUpdatedTimestamp }): Mark => ({
      at: StateUpdatedTimestamp,
      label: `${AlarmName}: ${StateValue === "OK" ? "OK" : "alarm"}`,
      tone: StateValue === "OK" ? "quiet" : "bad",
    }));
  return [...activities, ...runs, ...states].filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at);
}

// "Setting write capacity units to 18." is "Scaled to 18".
export function scaledText(description: string): string | undefined {
  const units = scaledUnits(description);
  return units === undefined ? undefined : `Scaled to ${units}`;
}

export function scaledUnits(description: string): number | undefined {
  const match = /capacity units to (\d+)/.exec(description);
  return match === null ? undefined : Number(match[1]);
}

// The provisioned units where activities changed them.
export const scaledTo = (place: ScalingPlace, access: Access, scaling: Scaling | undefined): Map<number, number> =>
  new Map(
    (scaling?.activities ?? [])
      .filter(({ ScalableDimension, StatusCode }) => ScalableDimension === dimensionOf(place, access) && StatusCode === "Successful")
      .flatMap(({ StartTime, Description }) => {
        const units = scaledUnits(Description);
        return units === undefined ? [] : [[StartTime, units] as const];
      }),
  );
