import type { Access, SimulationResult } from "../../data/requests/simulation_shapes";
import { useParameter } from "../../shared/address";

// The table or index, and reads or writes, that the pictures show.
export interface Shown {
  readonly resource: string;
  readonly access: Access;
  readonly resources: readonly string[];
  readonly setResource: (name: string) => void;
  readonly setAccess: (access: Access) => void;
}

export function useShown(results: readonly SimulationResult[]): Shown {
  const [resource, setResource] = useParameter("resource");
  const [access, setAccess] = useParameter("access");
  const resources = [...new Set(results.flatMap(({ series }) => series.resources.map(({ name }) => name)))];
  const worst = worstOf(results);
  return {
    resource: resources.includes(resource) ? resource : (worst?.resource ?? resources[0] ?? ""),
    access: access === "read" || access === "write" ? access : (worst?.access ?? "write"),
    resources,
    setResource,
    setAccess,
  };
}

// The place with the most throttled attempts is what most users look for first.
function worstOf(results: readonly SimulationResult[]): { resource: string; access: Access } | undefined {
  const bounds = results.flatMap(({ throttles }) => throttles);
  const worst = bounds.reduce<(typeof bounds)[number] | undefined>(
    (most, bound) => (most === undefined || bound.attempts > most.attempts ? bound : most),
    undefined,
  );
  return worst && { resource: worst.resource, access: worst.reason.includes("Read") ? "read" : "write" };
}
