import type {
  Access,
  BusiestKey,
  PartitionSeries,
  ResourceSeries,
  SimulationResult,
} from "../../data/requests/simulation_shapes";
import { countText, plural } from "../../data/values/amounts";
import { BOUNDS } from "./heat_of";

const WHOLE = 0.9; // of the capacity: then that is short as well
const MOST = 0.5; // the share of throttles that makes a key their cause

// Names the fault of one table or index, and its cure, in a sentence or two.
export function findingOf(result: SimulationResult, resource: ResourceSeries, access: Access): string {
  const refusedBy = (partition: PartitionSeries) => (access === "read" ? partition.readThrottled : partition.writeThrottled);
  const refused = resource.partitions.map((partition) => ({ partition, sum: sumOf(refusedBy(partition)) }));
  const all = refused.reduce((sum, each) => sum + each.sum, 0);
  const bounds = result.throttles.filter(
    ({ resource: name, reason }) => name === resource.name && isRead(reason) === (access === "read"),
  );
  const attempts = bounds.reduce((sum, bound) => sum + bound.attempts, 0);
  if (attempts === 0) return `No ${access} of ${resource.name} was throttled.`;
  if (all < attempts * MOST) return provisionedText(resource.name, access, attempts);
  const worst = refused.reduce((one, other) => (other.sum > one.sum ? other : one));
  const steps = refusedBy(worst.partition).filter((count) => count >= 0.5).length;
  const minutes = plural(Math.round((steps * result.series.partitionStepSeconds) / 60), "minute");
  const bound = `its bound of ${countText(BOUNDS[access])} ${access} units`;
  const met = `Partition ${worst.partition.partition} of ${resource.name} met ${bound} for ${minutes}.`;
  const key = hottest(result, resource.name, access);
  if (key === undefined || key.throttled < all * MOST) {
    return `${met} Splits spread its keys in time; warm throughput spreads them before.`;
  }
  const share = Math.min(100, Math.round((100 * key.throttled) / all));
  return `${met} ${share} % of the throttles are for ${key.key}. No split helps one key: shard it.${meanwhile(resource, access)}`;
}

// Says how much the table or index used in the steps with throttles, where it had more.
function meanwhile(resource: ResourceSeries, access: Access): string {
  const { served, throttled, capacity } = resource[access];
  const steps = throttled.flatMap((count, at) => (count > 0 ? [at] : []));
  const sum = (values: readonly number[]) => steps.reduce((total, at) => total + (values[at] ?? 0), 0);
  const used = sum(served) / sum(capacity);
  if (!(used < WHOLE)) return "";
  const rate = countText(Math.round(sum(capacity) / steps.length));
  return ` Meanwhile all of ${resource.name} used ${Math.round(100 * used)} % of its ${rate} ${access} units a second.`;
}

function provisionedText(name: string, access: Access, attempts: number): string {
  return `${name} had too few ${access} units for ${plural(Math.round(attempts), "attempt")}. Raise its capacity, or scale it.`;
}

const isRead = (reason: string): boolean => /Read/.test(reason);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

// The key with the most throttles.
function hottest(result: SimulationResult, name: string, access: Access): BusiestKey | undefined {
  const keys = result.busiestKeys.filter((key) => key.resource === name && key.access === access);
  return keys.sort((a, b) => b.throttled - a.throttled)[0];
}
