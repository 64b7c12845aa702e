import { compareSequence, isOpen, type Shard } from "./stream_shapes";

// The place of a shard in a drawing. Time runs to the right, and a shard spans the rows of its
// descendants, so a split forks its block.
export interface PlacedShard {
  readonly shard: Shard;
  readonly row: number;
  readonly rows: number;
  readonly from: number; // the column of the commit that opened it
  readonly to: number; // the column of the commit that closed it; the last one if it is open
}

export interface Lineage {
  readonly placed: readonly PlacedShard[];
  readonly rows: number;
  readonly columns: readonly string[]; // the id of a shard that was opened there
  readonly left: number; // older shards, which are not drawn
}

const SHARDS_MAX = 240; // more blocks would be too small to read

// Places the shards that were open last, and as many of the older ones as fit.
export function lineageOf(shards: readonly Shard[], shardsMax = SHARDS_MAX): Lineage {
  const drawn = newest(shards, shardsMax);
  const byId = new Map(drawn.map((shard) => [shard.ShardId, shard]));
  const parentOf = (shard: Shard) => byId.get(shard.ParentShardId ?? "");
  const children = childrenIn(drawn, parentOf);
  const columns = columnsOf(drawn, parentOf);
  const numbers = new Map([...columns.keys()].map((begin, at) => [begin, at]));
  const placed: PlacedShard[] = [];
  let rows = 0;
  const place = (shard: Shard): void => {
    const row = rows;
    const own = children.get(shard.ShardId) ?? [];
    if (own.length === 0) rows++;
    own.forEach(place);
    const from = numbers.get(beginOf(shard, parentOf)) ?? 0;
    const to = numbers.get(shard.SequenceNumberRange.EndingSequenceNumber ?? "") ?? numbers.size;
    placed.push({ shard, row, rows: rows - row, from, to });
  };
  drawn.filter((shard) => parentOf(shard) === undefined).forEach(place);
  return { placed, rows, columns: [...columns.values()], left: shards.length - drawn.length };
}

type ParentOf = (shard: Shard) => Shard | undefined;

function newest(shards: readonly Shard[], shardsMax: number): readonly Shard[] {
  if (shards.length <= shardsMax) return shards;
  const kept = new Set([...shards].sort(laterFirst).slice(0, shardsMax));
  return shards.filter((shard) => kept.has(shard));
}

function laterFirst(a: Shard, b: Shard): number {
  if (isOpen(a) || isOpen(b)) return Number(isOpen(b)) - Number(isOpen(a));
  return compareSequence(endOf(b), endOf(a));
}

const endOf = (shard: Shard): string => shard.SequenceNumberRange.EndingSequenceNumber ?? "";

// A child begins one number behind its parent's end. For the drawing that is the same place.
const beginOf = (shard: Shard, parentOf: ParentOf): string => {
  const end = endOf(parentOf(shard) ?? shard);
  return parentOf(shard) === undefined || end === "" ? shard.SequenceNumberRange.StartingSequenceNumber : end;
};

function childrenIn(shards: readonly Shard[], parentOf: ParentOf): Map<string, Shard[]> {
  const children = new Map<string, Shard[]>();
  for (const shard of shards) {
    const parent = parentOf(shard);
    if (parent !== undefined) children.set(parent.ShardId, [...(children.get(parent.ShardId) ?? []), shard]);
  }
  return children;
}

// Each number at which shards begin, in order, with the first shard that begins there.
function columnsOf(shards: readonly Shard[], parentOf: ParentOf): Map<string, string> {
  const begins = new Map<string, string>();
  for (const shard of shards) {
    const begin = beginOf(shard, parentOf);
    if (!begins.has(begin)) begins.set(begin, shard.ShardId);
  }
  return new Map([...begins].sort(([a], [b]) => compareSequence(a, b)));
}
