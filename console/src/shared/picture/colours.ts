import { useEffect, useState } from "react";

import { theme } from "../theme";

// Canvases and files take no custom properties. This resolves those that pictures use, in the theme
// that the page shows.
export const COLOUR_NAMES = [
  "ground",
  "ground-quiet",
  "line",
  "line-strong",
  "text",
  "text-quiet",
  "accent",
  "good",
  "warn",
  "bad",
  "entity-1",
  "entity-2",
  "entity-3",
  "entity-4",
  "entity-5",
  "entity-6",
  "entity-7",
  "entity-8",
  "entity-9",
  "entity-10",
  "heat-none",
  "heat-0",
  "heat-25",
  "heat-50",
  "heat-75",
  "heat-90",
  "heat-100",
  "heat-hatch-dark",
  "heat-hatch-bright",
] as const;

export type ColourName = (typeof COLOUR_NAMES)[number];
export type Colours = { readonly [Name in ColourName]: string };

export function readColours(): Colours {
  const probe = document.createElement("span");
  document.body.append(probe);
  const read = getComputedStyle(probe);
  const pairs = COLOUR_NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, read.color];
  });
  probe.remove();
  return Object.fromEntries(pairs) as Colours;
}

// The colours of the theme, read again when it changes.
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const read = () => requestAnimationFrame(() => setColours(readColours()));
    const forget = theme.subscribe(read);
    system.addEventListener("change", read);
    return () => {
      forget();
      system.removeEventListener("change", read);
    };
  }, []);
  return colours;
}

// `rgb(1, 2, 3)`, as computed styles have it.
export function channelsOf(colour: string): [red: number, green: number, blue: number] {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
