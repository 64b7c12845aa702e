import type { ScheduledAction } from "../../data/requests/scaling";

const DAY = 86_400;
const RUNS_MAX = 200;

// When a scheduled action runs, for the forms that need no calendar: `at()` and a daily `cron()`, in
// UTC. Other forms show their runs as activities.
export function scheduleTimes({ Schedule, Timezone }: ScheduledAction, from: number, to: number): number[] {
  if (Timezone !== undefined && !["UTC", "Etc/UTC", "GMT"].includes(Timezone)) return [];
  const once = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(Schedule);
  if (once !== null) {
    const time = Date.parse(`${once[1]}Z`) / 1000;
    return time >= from && time <= to ? [time] : [];
  }
  const daily = /^cron\((\d{1,2}) (\d{1,2}) (?:\*|\?) \* (?:\*|\?) \*\)$/.exec(Schedule);
  if (daily === null) return [];
  const offset = Number(daily[2]) * 3600 + Number(daily[1]) * 60;
  const times: number[] = [];
  for (let day = Math.floor(from / DAY) * DAY; day + offset <= to && times.length < RUNS_MAX; day += DAY) {
    if (day + offset >= from) times.push(day + offset);
  }
  return times;
}
