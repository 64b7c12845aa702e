// Text that stays on one line where it fits, and else has one line for each part.
export type Piece = string | Group;

export interface Group {
  readonly open: string;
  readonly close: string;
  readonly parts: readonly Part[];
  readonly pad?: string; // inside the brackets of one line
  readonly endsWithComma?: boolean; // where a part has its own line
}

interface Part {
  readonly name: string; // with the sign that separates it from the value
  readonly value: Piece;
}

interface Place {
  readonly indent?: number; // of the closing bracket
  readonly column?: number; // where the text begins
  readonly step?: number;
  readonly columns?: number; // that a line may have
}

export function laidOut(piece: Piece, place: Place = {}): string {
  const { indent = 0, column = indent, step = 2, columns = 96 } = place;
  if (typeof piece === "string") return piece;
  if (column + widthOf(piece) <= columns) return onOneLine(piece);
  const { open, close, parts, endsWithComma = false } = piece;
  const margin = " ".repeat(indent + step);
  const lines = parts.map(({ name, value }) => {
    const inner = indent + step;
    return margin + name + laidOut(value, { ...place, indent: inner, column: inner + name.length });
  });
  return `${open}\n${lines.join(",\n")}${endsWithComma ? "," : ""}\n${" ".repeat(indent)}${close}`;
}

function onOneLine(piece: Piece): string {
  if (typeof piece === "string") return piece;
  const { open, close, parts, pad = "" } = piece;
  const inside = parts.map(({ name, value }) => name + onOneLine(value)).join(", ");
  return inside === "" ? open + close : open + pad + inside + pad + close;
}

const widths = new WeakMap<Group, number>();

function widthOf(piece: Piece): number {
  if (typeof piece === "string") return piece.length;
  const known = widths.get(piece);
  if (known !== undefined) return known;
  let width = piece.open.length + piece.close.length + 2 * (piece.pad ?? "").length;
  for (const { name, value } of piece.parts) width += name.length + widthOf(value) + ", ".length;
  widths.set(piece, width);
  return width;
}
