import { timeOf } from "../../data/values/times";
import type { Item } from "../../data/values/value";
import { useClock, useTimeToLive } from "../../shared/live/queries";
import { CellDetails } from "./CellDetails";
import type { NamedCell } from "./layout";

// The details of a cell: its value at length, with times by the service clock.
export function useDetails(table: string, row: (index: number) => Item | undefined) {
  const clock = useClock();
  const ttl = useTimeToLive(table);
  const now = clock.data === undefined ? Date.now() : Date.parse(clock.data.time);
  const expiry = ttl.data?.TimeToLiveStatus === "ENABLED" ? ttl.data.AttributeName : undefined;
  const valueOf = ({ row: index, name }: NamedCell) => (name === undefined ? undefined : row(index)?.get(name));
  const hasTime = (cell: NamedCell) => {
    const value = valueOf(cell);
    return value !== undefined && timeOf(value, cell.name === expiry) !== undefined;
  };
  const of = (cell: NamedCell) => {
    const value = valueOf(cell);
    return value && <CellDetails {...{ name: cell.name!, value, now }} isExpiry={cell.name === expiry} />;
  };
  return { of, hasTime };
}
