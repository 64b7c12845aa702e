import type { Lineage, PlacedShard } from "../../data/streams/lineage";
import { isOpen, openedAt, shortShardId } from "../../data/streams/stream_shapes";

// Where the drawing has each shard, in pixels.
export interface Block {
  readonly placed: PlacedShard;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly fork: string; // the path from its parent; empty without one
}

export interface TimeMark {
  readonly x: number;
  readonly text: string;
}

const LABEL_CHAR_WIDTH = 7;
const ROW_HEIGHT = 26;
const GAP = 3;
const FORK_WIDTH = 14;
const COLUMN_WIDTH_MAX = 480;
const COLUMN_WIDTH_MIN = 34;
const WIDTH = 960;
const TIME_HEIGHT = 20;
const TIME_GAP = 12;

const columnWidth = ({ columns }: Lineage): number =>
  Math.max(COLUMN_WIDTH_MIN, Math.min(COLUMN_WIDTH_MAX, WIDTH / Math.max(1, columns.length)));

export const sizeOf = (lineage: Lineage) => ({
  width: Math.max(1, lineage.columns.length) * columnWidth(lineage),
  height: lineage.rows * ROW_HEIGHT + TIME_HEIGHT,
});

export function blocksOf(lineage: Lineage): { readonly blocks: readonly Block[]; readonly times: readonly TimeMark[] } {
  const step = columnWidth(lineage);
  const byId = new Map(lineage.placed.map((placed) => [placed.shard.ShardId, placed]));
  const blocks = lineage.placed.map((placed) => {
    const parent = byId.get(placed.shard.ParentShardId ?? "");
    return blockOf(placed, parent, step);
  });
  return { blocks, times: timesOf(lineage, step) };
}

export const hasRoom = (block: Block): boolean => block.width > LABEL_CHAR_WIDTH * (block.text.length + 1);

function blockOf(placed: PlacedShard, parent: PlacedShard | undefined, step: number): Block {
  const indent = parent === undefined ? 0 : FORK_WIDTH;
  const x = placed.from * step + indent;
  const y = placed.row * ROW_HEIGHT;
  const height = placed.rows * ROW_HEIGHT - GAP;
  const width = Math.max(4, (placed.to - placed.from) * step - indent - GAP);
  const text = `${shortShardId(placed.shard.ShardId)}${isOpen(placed.shard) ? " open" : ""}`;
  return { placed, x, y, width, height, text, fork: parent === undefined ? "" : forkOf(parent, x, y + height / 2) };
}

// From the middle of the parent's right side to the middle of the child's left side.
function forkOf(parent: PlacedShard, x: number, middle: number): string {
  const from = parent.row * ROW_HEIGHT + (parent.rows * ROW_HEIGHT - GAP) / 2;
  const start = x - FORK_WIDTH - GAP;
  const turn = x - FORK_WIDTH / 2;
  return `M ${start} ${from} C ${turn} ${from} ${turn} ${middle} ${x} ${middle}`;
}

// The times at which shards were opened, as many as have room. A new day has its date.
function timesOf(lineage: Lineage, step: number): TimeMark[] {
  const marks: TimeMark[] = [];
  let day = "";
  let free = 0;
  lineage.columns.forEach((id, at) => {
    const opened = openedAt(id)?.toISOString();
    const x = at * step;
    if (opened === undefined || x < free) return;
    const text = opened.slice(0, 10) === day ? opened.slice(11, 19) : opened.slice(0, 19).replace("T", " ");
    day = opened.slice(0, 10);
    free = x + text.length * LABEL_CHAR_WIDTH + TIME_GAP;
    marks.push({ x, text });
  });
  return marks;
}
