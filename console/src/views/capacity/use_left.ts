import { useEffect, useState } from "react";

import type { Heat } from "../../data/requests/heat_shapes";

const KEPT_SECONDS = 600;

export interface Left {
  readonly time: number;
  readonly read: number | null;
  readonly write: number | null;
}

// The units left, one reading after another: the server tells them for this moment only.
export function useLeft(heat: Heat | undefined): readonly Left[] {
  const [kept, keep] = useState<readonly Left[]>([]);
  useEffect(() => {
    if (heat === undefined) return;
    const { now, capacity } = heat;
    const next = { time: now, read: shown(capacity?.read.left), write: shown(capacity?.write.left) };
    keep((before) => [...before.filter(({ time }) => time < now && time > now - KEPT_SECONDS), next]);
  }, [heat]);
  return kept;
}

// A debt is drawn as nothing left; the facts above tell it.
const shown = (left: number | undefined): number | null => (left === undefined ? null : Math.max(0, left));
