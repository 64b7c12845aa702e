import { type Colours, channelsOf } from "../picture/colours";

// The colour of a share. The scale is fixed: a colour means the same share in every map.
const STOPS = [
  [0, "heat-0"],
  [0.25, "heat-25"],
  [0.5, "heat-50"],
  [0.75, "heat-75"],
  [0.9, "heat-90"],
  [1, "heat-100"],
] as const;

export const SCALE_MARKS = [0.5, 0.9, 1] as const;

const LEVELS = 256;
const BRIGHT_FROM = 0.75; // a dark hatch shows on these colours, a bright one below

// Colours as canvases hold them: one 32-bit word for each pixel, red first in memory.
export interface HeatColours {
  readonly levels: Uint32Array;
  readonly none: number;
  readonly hatchOnDark: number;
  readonly hatchOnBright: number;
  readonly brightFrom: number;
}

export const levelOf = (share: number): number =>
  share >= 1 ? LEVELS - 1 : share <= 0 ? 0 : Math.min(LEVELS - 2, (share * (LEVELS - 1)) | 0);

const word = ([red, green, blue]: readonly number[]): number =>
  ((255 << 24) | (Math.round(blue!) << 16) | (Math.round(green!) << 8) | Math.round(red!)) >>> 0;

function channelsAt(share: number, colours: Colours): number[] {
  const upper = Math.max(1, STOPS.findIndex(([at]) => at >= share));
  const [[from, low], [to, high]] = [STOPS[upper - 1]!, STOPS[upper]!];
  const part = (share - from) / (to - from);
  const [first, second] = [channelsOf(colours[low]), channelsOf(colours[high])];
  return first.map((channel, at) => channel + (second[at]! - channel) * part);
}

export function heatColours(colours: Colours): HeatColours {
  const levels = Uint32Array.from({ length: LEVELS }, (_, level) => word(channelsAt(level / (LEVELS - 1), colours)));
  return {
    levels,
    none: word(channelsOf(colours["heat-none"])),
    hatchOnDark: word(channelsOf(colours["heat-hatch-bright"])),
    hatchOnBright: word(channelsOf(colours["heat-hatch-dark"])),
    brightFrom: levelOf(BRIGHT_FROM),
  };
}

export const cssColour = (pixel: number): string =>
  `rgb(${pixel & 255} ${(pixel >> 8) & 255} ${(pixel >> 16) & 255})`;

export const shareColour = (share: number, colours: HeatColours): string =>
  cssColour(Number.isNaN(share) ? colours.none : colours.levels[levelOf(share)]!);
