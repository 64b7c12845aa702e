import type { Mark } from "./chart_data";

const LETTER_WIDTH = 6.2; // at 11 pixels, on average
const GAP = 8;
const LETTERS_MAX = 40;

export interface PlacedMark {
  readonly mark: Mark;
  readonly x: number;
  readonly text: string; // empty where a label has no room
  readonly left: boolean; // the label stands left of the line
}

// Puts labels beside their lines as long as they do not touch. A label without room is left out; the
// list of marks below the chart has it.
export function placeMarks(marks: readonly Mark[], xOf: (time: number) => number, left: number, right: number): PlacedMark[] {
  let free = left;
  return [...marks]
    .sort((a, b) => a.at - b.at)
    .map((mark) => ({ mark, x: xOf(mark.at) }))
    .filter(({ x }) => x >= left && x <= right)
    .map(({ mark, x }) => {
      const text = mark.label.length > LETTERS_MAX ? `${mark.label.slice(0, LETTERS_MAX - 1)}…` : mark.label;
      const width = text.length * LETTER_WIDTH + GAP;
      const isLeft = x + width > right;
      const start = isLeft ? x - width : x;
      if (start < free) return { mark, x, text: "", left: false };
      free = start + width;
      return { mark, x, text, left: isLeft };
    });
}
