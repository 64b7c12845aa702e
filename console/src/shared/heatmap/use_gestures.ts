import { type PointerEvent, type RefObject, useEffect, useRef } from "react";

import { type Box, cellAt, frameOf } from "./heat_frame";
import type { Cell, HeatGrid } from "./heat_grid";
import { pan, type Viewport, zoomRows, zoomTime } from "./viewport";

const DRAG_FROM = 4; // pixels; less is a click
const WHEEL_BASE = 1.0015;

interface Given {
  readonly grid: HeatGrid;
  readonly view: Viewport;
  readonly box: Box;
  readonly change: (next: Viewport) => void;
  readonly onHover: (cell: Cell | undefined) => void;
  readonly onPin: (cell: Cell | undefined) => void;
}

// The wheel zooms time, with Shift rows. A drag pans, a click pins a cell.
export function useGestures(map: RefObject<HTMLDivElement | null>, given: Given) {
  const latest = useRef(given);
  latest.current = given;
  const drag = useRef<{ x: number; y: number; moved: boolean }>(undefined);

  useEffect(() => {
    const target = map.current;
    if (target === null) return;
    const wheel = (event: WheelEvent) => {
      const { grid, view, box, change } = latest.current;
      const frame = frameOf(box, grid);
      const place = placeOf(target, event);
      const amount = event.deltaY !== 0 ? event.deltaY : event.deltaX; // Shift turns the wheel in some browsers
      if (place.x < frame.left || amount === 0 || event.ctrlKey) return;
      event.preventDefault();
      const factor = WHEEL_BASE ** amount;
      const [across, down] = [(place.x - frame.left) / frame.width, (place.y - frame.top) / frame.height];
      change(event.shiftKey ? zoomRows(view, grid, factor, down) : zoomTime(view, grid, factor, across));
    };
    target.addEventListener("wheel", wheel, { passive: false });
    return () => target.removeEventListener("wheel", wheel);
  }, [map]);

  const cellOf = (event: PointerEvent<HTMLDivElement>): Cell | undefined => {
    const { grid, view, box } = latest.current;
    const { x, y } = placeOf(event.currentTarget, event);
    return cellAt(grid, frameOf(box, grid), view, x, y);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0) return;
      drag.current = { x: event.clientX, y: event.clientY, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const start = drag.current;
      if (start === undefined) return latest.current.onHover(cellOf(event));
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.moved && Math.hypot(dx, dy) < DRAG_FROM) return;
      const { grid, view, box, change } = latest.current;
      const frame = frameOf(box, grid);
      drag.current = { x: event.clientX, y: event.clientY, moved: true };
      change(pan(view, grid, -dx / frame.width, -dy / frame.height));
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      if (drag.current?.moved === false) latest.current.onPin(cellOf(event));
      drag.current = undefined;
    },
    onPointerCancel: () => {
      drag.current = undefined;
    },
    onPointerLeave: () => latest.current.onHover(undefined),
  };
}

function placeOf(target: Element, { clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
  const { left, top } = target.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
