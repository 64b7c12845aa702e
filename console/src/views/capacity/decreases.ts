import type { UnitsDescription } from "../../data/requests/table_shapes";
import { plural } from "../../data/values/amounts";
import { timeOfDayText } from "../../shared/picture/ticks";

const HOUR = 3600;
const DAY = 86_400;

// How many decreases of provisioned units the limits still allow: so many in a day of UTC, then one an
// hour. A day that has ended since the last decrease begins anew.
export function decreasesText(units: UnitsDescription | undefined, max: number, now: number): string {
  const last = units?.LastDecreaseDateTime ?? 0;
  const used = Math.floor(last / DAY) === Math.floor(now / DAY) ? (units?.NumberOfDecreasesToday ?? 0) : 0;
  if (used < max) return `${plural(max - used, "decrease")} left today, then one an hour`;
  const next = last + HOUR;
  return next <= now ? "One decrease is allowed now, then one an hour" : `The next decrease is allowed at ${timeOfDayText(Math.ceil(next))} UTC`;
}
