import { dollarsText } from "../../data/values/amounts";
import type { ColourName, Colours } from "../../shared/picture/colours";
import { element, FONT_SIZE, type Picture, picture, text } from "../../shared/picture/svg";

// A bar: its label, its parts with their colours, and what stands behind it.
export interface Bar {
  readonly label: string;
  readonly isInner?: boolean; // a part of the bar above
  readonly parts: readonly (readonly [dollars: number, colour: ColourName])[];
  readonly dollars: number;
}

const WIDTH = 960;
const EDGE = 16;
const LABELS_WIDTH = 330;
const LETTER_WIDTH = 6.6;
const INDENT = 16;
const DOLLARS_WIDTH = 110;
const ROW_HEIGHT = 24;
const HEAD_HEIGHT = 62;

// Bars of dollars as a file: one scale for all of them, with the legend that explains their colours.
export function barsSvg(title: string, legend: readonly (readonly [string, ColourName])[], bars: readonly Bar[], colours: Colours): Picture {
  const largest = Math.max(...bars.map(({ dollars }) => dollars), Number.MIN_VALUE);
  const left = EDGE + LABELS_WIDTH;
  const scale = (WIDTH - left - DOLLARS_WIDTH - EDGE) / largest;
  return picture(
    { width: WIDTH, height: HEAD_HEIGHT + bars.length * ROW_HEIGHT + EDGE },
    colours.ground,
    text(EDGE, 24, `${title}, dollars a month`, { fill: colours.text, "font-weight": 600, "font-size": FONT_SIZE + 2 }),
    legendOf(legend, colours),
    ...bars.map(({ label, isInner = false, parts, dollars }, at) => {
      const y = HEAD_HEIGHT + at * ROW_HEIGHT;
      const indent = isInner ? INDENT : 0;
      let x = left;
      const pieces = parts.map(([amount, colour]) => {
        const piece = element("rect", { x, y, width: amount * scale, height: ROW_HEIGHT - 10, fill: colours[colour] });
        x += amount * scale;
        return amount > 0 ? piece : "";
      });
      return [
        text(EDGE + indent, y + 11, shortened(label, (LABELS_WIDTH - indent) / LETTER_WIDTH), { fill: colours[isInner ? "text-quiet" : "text"] }),
        ...pieces,
        text(WIDTH - EDGE, y + 11, dollarsText(dollars), { fill: colours.text, "text-anchor": "end" }),
      ].join("");
    }),
  );
}

function legendOf(legend: readonly (readonly [string, ColourName])[], colours: Colours): string {
  let x = EDGE;
  return legend
    .map(([name, colour]) => {
      const at = x;
      x += 34 + name.length * LETTER_WIDTH;
      return element("rect", { x: at, y: 36, width: 12, height: 10, fill: colours[colour] }) + text(at + 18, 45, name, { fill: colours["text-quiet"] });
    })
    .join("");
}

const shortened = (label: string, lettersMax: number): string =>
  label.length <= lettersMax ? label : `${label.slice(0, Math.floor(lettersMax) - 1)}…`;
