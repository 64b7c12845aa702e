import { type ReactNode, type RefObject, useEffect, useState } from "react";

import { cellOf } from "./ItemGrid";
import style from "./Items.module.css";
import type { NamedCell } from "./layout";

const AFTER_MS = 250;
const GAP_PX = 4;
const WIDTH_PX = 420;

export interface HoveredCell extends NamedCell {
  readonly isCut: boolean; // the cell has no room for its value
}

interface Place {
  readonly cell: HoveredCell;
  readonly left: number;
  readonly top: number;
}

// A note beside the cell under the pointer. Escape closes it, and the pointer may enter it.
export function HoverTip(properties: {
  readonly frame: RefObject<HTMLElement | null>;
  readonly content: (cell: HoveredCell) => ReactNode; // nothing: no note
}) {
  const { frame, content } = properties;
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const hide = () => {
      clearTimeout(timer);
      setPlace(undefined);
    };
    const over = (event: PointerEvent) => {
      const target = event.target as Element;
      if (event.pointerType === "touch" || target.closest("[data-tip]") !== null) return;
      clearTimeout(timer);
      timer = setTimeout(() => setPlace(placeOf(target)), AFTER_MS);
    };
    const press = (event: KeyboardEvent) => event.key === "Escape" && hide();
    element.addEventListener("pointerover", over);
    element.addEventListener("pointerleave", hide);
    element.addEventListener("scroll", hide, true);
    element.addEventListener("pointerdown", hide);
    addEventListener("keydown", press);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("pointerover", over);
      element.removeEventListener("pointerleave", hide);
      element.removeEventListener("scroll", hide, true);
      element.removeEventListener("pointerdown", hide);
      removeEventListener("keydown", press);
    };
  }, [frame]);
  const shown = place && content(place.cell);
  if (!place || !shown) return null;
  return (
    <div role="tooltip" data-tip="" className={style.tip} style={{ left: place.left, top: place.top }}>
      {shown}
    </div>
  );
}

function placeOf(target: Element): Place | undefined {
  const cell = cellOf(target);
  const element = target.closest<HTMLElement>("[data-row]");
  if (cell === undefined || element === null || !element.isConnected) return undefined;
  const name = element.dataset["name"];
  const { left, bottom, top } = element.getBoundingClientRect();
  const isLow = bottom > innerHeight - 120;
  return {
    cell: { ...cell, name, isCut: element.scrollWidth > element.clientWidth },
    left: Math.max(GAP_PX, Math.min(left, innerWidth - WIDTH_PX)),
    top: isLow ? Math.max(GAP_PX, top - 100) : bottom + GAP_PX,
  };
}
