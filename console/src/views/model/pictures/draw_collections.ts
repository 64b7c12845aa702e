import type { ColourName, Colours } from "../../../shared/picture/colours";
import { element, FONT_SIZE, MONO, type Picture, picture, text } from "../../../shared/picture/svg";
import type { Collection, CollectionRow } from "./collections";

// A table or an index as in articles on single-table design: each partition key spans its rows, and
// attribute names stand in small type above the values.

const MARGIN = 16;
const TITLE = 34;
const HEAD = 22;
const ROW = 38;
const GAP = 8;
const LETTER = 7.3; // of the monospace font
const BOLD = 1.15; // bold letters of the other font are wider
const PAD = 8;
const CELL_LETTERS_MAX = 26;
const KEY_LETTERS_MAX = 56;
const SMALL = 10;
const ENTITIES = 10;

interface Columns {
  readonly partition: number;
  readonly entity: number;
  readonly sort: number;
  readonly cells: readonly number[];
}

export function drawCollections(
  title: string,
  keys: readonly [partition: string, sort: string],
  collections: readonly Collection[],
  entities: readonly string[],
  colours: Colours,
): Picture {
  const columns = columnsOf(keys, collections);
  const width = 2 * MARGIN + columns.partition + columns.entity + columns.sort + columns.cells.reduce((sum, one) => sum + one, 0);
  const rowCount = collections.reduce((sum, { rows }) => sum + rows.length, 0);
  const height = TITLE + HEAD + rowCount * ROW + collections.length * GAP + MARGIN;
  const drawn: string[] = [text(MARGIN, MARGIN + FONT_SIZE, title, { fill: colours.text, "font-weight": 600 })];
  drawn.push(...headOf(keys, columns, colours));
  let top = TITLE + HEAD;
  for (const collection of collections) {
    drawn.push(drawCollection(collection, top, width, columns, entities, colours));
    top += collection.rows.length * ROW + GAP;
  }
  return picture({ width: Math.ceil(width), height }, colours.ground, ...drawn);
}

const cut = (value: string, letters: number): string => {
  const all = [...value];
  return all.length <= letters ? value : `${all.slice(0, letters - 1).join("")}…`;
};

const widthOf = (texts: readonly string[], lettersMax: number): number =>
  Math.min(lettersMax, Math.max(4, ...texts.map((one) => [...one].length))) * LETTER + 2 * PAD;

function columnsOf([partition, sort]: readonly [string, string], collections: readonly Collection[]): Columns {
  const rows = collections.flatMap((one) => one.rows);
  const most = Math.max(0, ...rows.map(({ attributes }) => attributes.length));
  const cell = (at: number) => rows.flatMap(({ attributes }) => attributes[at] ?? []);
  return {
    partition: widthOf([partition, ...collections.map((one) => one.partition)], KEY_LETTERS_MAX),
    entity: BOLD * widthOf(rows.map(({ label }) => label), CELL_LETTERS_MAX),
    sort: sort === "" ? 0 : widthOf([sort, ...rows.map((one) => one.sort)], KEY_LETTERS_MAX),
    cells: Array.from({ length: most }, (_, at) => widthOf(cell(at), CELL_LETTERS_MAX)),
  };
}

function headOf([partition, sort]: readonly [string, string], columns: Columns, colours: Colours): string[] {
  const quiet = { fill: colours["text-quiet"], "font-size": SMALL };
  const y = TITLE + HEAD - PAD;
  const entity = MARGIN + columns.partition;
  return [
    text(MARGIN + PAD, y, partition, { ...quiet, "font-family": MONO }),
    text(entity + PAD, y, "entity", quiet),
    ...(sort === "" ? [] : [text(entity + columns.entity + PAD, y, sort, { ...quiet, "font-family": MONO })]),
    ...(columns.cells.length === 0 ? [] : [text(entity + columns.entity + columns.sort + PAD, y, "attributes", quiet)]),
  ];
}

function drawCollection(collection: Collection, top: number, width: number, columns: Columns, entities: readonly string[], colours: Colours): string {
  const height = collection.rows.length * ROW;
  return element(
    "g",
    {},
    element("rect", { x: MARGIN, y: top, width: width - 2 * MARGIN, height, fill: colours["ground-quiet"], stroke: colours["line-strong"] }),
    text(MARGIN + PAD, top + height / 2 + 4, cut(collection.partition, KEY_LETTERS_MAX), { fill: colours.text, "font-family": MONO, "font-weight": 600 }),
    ...collection.rows.map((row, at) => drawRow(row, top + at * ROW, width, columns, entities, colours)),
  );
}

function drawRow(row: CollectionRow, y: number, width: number, columns: Columns, entities: readonly string[], colours: Colours): string {
  const colour = colours[`entity-${(entities.indexOf(row.entity.name) % ENTITIES) + 1}` as ColourName];
  const left = MARGIN + columns.partition;
  const base = y + ROW / 2 + 4;
  let x = left + columns.entity + columns.sort;
  const cells = row.attributes.map(([name, value], at) => {
    const cell = drawCell(x, y, columns.cells[at]!, name, value, colours);
    x += columns.cells[at]!;
    return cell;
  });
  return element(
    "g",
    {},
    element("line", { x1: left, y1: y, x2: width - MARGIN, y2: y, stroke: colours.line }),
    element("rect", { x: left, y, width: 3, height: ROW, fill: colour }),
    text(left + PAD, base, cut(row.label, CELL_LETTERS_MAX), { fill: colour, "font-weight": 600 }),
    ...(columns.sort === 0 ? [] : [text(left + columns.entity + PAD, base, cut(row.sort, KEY_LETTERS_MAX), { fill: colours.text, "font-family": MONO })]),
    ...cells,
  );
}

const drawCell = (x: number, y: number, width: number, name: string, value: string, colours: Colours): string =>
  element(
    "g",
    {},
    element("rect", { x, y, width, height: ROW, fill: colours.ground, stroke: colours.line }),
    text(x + PAD, y + 14, cut(name, CELL_LETTERS_MAX), { fill: colours["text-quiet"], "font-size": SMALL }),
    text(x + PAD, y + 30, cut(value, CELL_LETTERS_MAX), { fill: colours.text, "font-family": MONO }),
  );
