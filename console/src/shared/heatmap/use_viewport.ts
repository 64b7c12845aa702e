import { useEffect, useRef, useState } from "react";

import type { HeatGrid } from "./heat_grid";
import { clamped, isWhole, timesOf, type Viewport, viewOfTimes, wholeGrid } from "./viewport";

const SETTLED_AFTER_MS = 250; // an address for each frame of a drag would be too many

export interface Times {
  readonly from: number;
  readonly to: number;
}

// The shown part of the map. It begins with `times`, follows them when they change, and tells where a
// gesture has led. Without `times` it shows everything and follows a grid that grows.
export function useViewport(
  grid: HeatGrid,
  times: Times | undefined,
  onTimes: ((times: Times | undefined) => void) | undefined,
): [view: Viewport, change: (next: Viewport) => void] {
  const [moved, setMoved] = useState<{ readonly times: Times; readonly top: number; readonly bottom: number }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const said = useRef(textOf(times));
  const given = textOf(times);
  useEffect(() => {
    if (said.current === given) return; // the parent repeats where a gesture led
    said.current = given;
    setMoved(undefined);
  }, [given]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const wanted = moved?.times ?? times;
  const across = wanted === undefined ? wholeGrid(grid) : viewOfTimes(grid, wanted.from, wanted.to);
  const view = moved === undefined ? across : clamped({ ...across, top: moved.top, bottom: moved.bottom }, grid);

  const change = (next: Viewport) => {
    setMoved(isWhole(next, grid) ? undefined : { times: timesOf(next, grid), top: next.top, bottom: next.bottom });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const told = next.left <= 0 && next.right >= grid.columns ? undefined : timesOf(next, grid);
      said.current = textOf(told);
      onTimes?.(told);
    }, SETTLED_AFTER_MS);
  };
  return [view, change];
}

const textOf = (times: Times | undefined): string =>
  times === undefined ? "" : `${Math.round(times.from)} ${Math.round(times.to)}`;
