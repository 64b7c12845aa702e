import { visible } from "./visible";

// The way from an item to a value in it: names of maps and positions in lists.
export type Path = readonly (string | number)[];

const PLAIN_NAME = /^[^.[\]\s"]+$/;

// For people: `tags`, `address.lines[0]`, `"a.b".c`.
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += (text === "" ? "" : ".") + nameText(step);
  }
  return text;
}

const nameText = (name: string): string => (PLAIN_NAME.test(name) ? visible(name) : JSON.stringify(visible(name)));

// A text that only equal paths share.
export const pathKey = (path: Path): string => JSON.stringify(path);

// Something wrong at a place of an item.
export interface Finding {
  readonly path: Path;
  readonly message: string;
}
