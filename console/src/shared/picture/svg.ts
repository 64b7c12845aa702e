import { visible } from "../../data/values/visible";

// Builds SVG as a text, for files and for images from a blob. Texts from outside stay texts: markup
// is escaped, and characters that a reader cannot see show as escapes.

type Attributes = { readonly [name: string]: string | number | undefined };

const ENTITIES: { readonly [letter: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeText = (text: string): string => visible(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter]!);

export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const written = given.map(([key, value]) => ` ${key}="${escapeText(typeof value === "number" ? short(value) : value!)}"`);
  return children.length === 0 ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${children.join("")}</${name}>`;
}

export const text = (x: number, y: number, content: string, attributes: Attributes = {}): string =>
  element("text", { x, y, ...attributes }, escapeText(content));

// Two digits behind the point are enough for any screen and printer.
const short = (value: number): string => String(Math.round(value * 100) / 100);

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Picture extends Size {
  readonly svg: string;
}

// Generic families: every machine that shows the file has one.
export const FONT = "system-ui, sans-serif";
export const MONO = "ui-monospace, monospace";
export const FONT_SIZE = 12;

export function picture({ width, height }: Size, ground: string, ...content: readonly string[]): Picture {
  const svg = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      "font-family": FONT,
      "font-size": FONT_SIZE,
    },
    element("rect", { width, height, fill: ground }),
    ...content,
  );
  return { width, height, svg };
}
