import type { Lineage, PlacedShard } from "../../data/streams/lineage";
import { isOpen, openedAt, shortShardId } from "../../data/streams/stream_shapes";
import { type Block, blocksOf, hasRoom, sizeOf } from "./shard_blocks";
import style from "./ShardPicture.module.css";

// The shards as blocks: time runs to the right, and a split forks a block.
export function ShardPicture(properties: {
  readonly lineage: Lineage;
  readonly chosen: string;
  readonly choose: (id: string) => void;
}) {
  const { lineage, chosen, choose } = properties;
  const { width, height } = sizeOf(lineage);
  const { blocks, times } = blocksOf(lineage);
  return (
    <div ref={showLatest} className={style.scroll} tabIndex={0} role="region" aria-label="Drawing of the shards">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Shards, each a button">
        {times.map(({ x, text }) => (
          <text key={x} x={x} y={height - 4} className={style.time}>
            {text}
          </text>
        ))}
        {blocks.map((block) => (
          <ShardBlock
            key={block.placed.shard.ShardId}
            block={block}
            chosen={block.placed.shard.ShardId === chosen}
            choose={choose}
          />
        ))}
      </svg>
    </div>
  );
}

const EDGE = 12;

// Where the drawing is wider than the page, the open shards are seen first.
const showLatest = (frame: HTMLDivElement | null): void => {
  const open = frame?.querySelector<SVGRectElement>(`.${style.open} rect`);
  if (frame && open) frame.scrollLeft = open.x.baseVal.value - EDGE;
};

function ShardBlock(properties: {
  readonly block: Block;
  readonly chosen: boolean;
  readonly choose: (id: string) => void;
}) {
  const { block, chosen, choose } = properties;
  const { shard } = block.placed;
  const label = labelOf(block.placed);
  const pick = () => choose(shard.ShardId);
  return (
    <g
      role="button"
      tabIndex={0}
      aria-pressed={chosen}
      className={`${style.block} ${isOpen(shard) ? style.open : ""} ${chosen ? style.chosen : ""}`}
      onClick={pick}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick();
      }}
    >
      <title>{label}</title>
      {block.fork && <path d={block.fork} className={style.fork} />}
      <rect x={block.x} y={block.y} width={block.width} height={block.height} rx={3} />
      {hasRoom(block) && (
        <text aria-hidden x={block.x + 6} y={block.y + block.height / 2 + 4}>
          {block.text}
        </text>
      )}
    </g>
  );
}

function labelOf({ shard }: PlacedShard): string {
  const { StartingSequenceNumber: first, EndingSequenceNumber: last } = shard.SequenceNumberRange;
  const parent = shard.ParentShardId === undefined ? "no parent" : `child of ${shortShardId(shard.ParentShardId)}`;
  const opened = openedAt(shard.ShardId)?.toISOString().slice(0, 19).replace("T", " ");
  const since = opened === undefined ? "" : `, opened ${opened} UTC`;
  const range = last === undefined ? `from ${first}, open` : `${first} to ${last}, closed`;
  return `Shard ${shortShardId(shard.ShardId)}, ${parent}${since}, sequence numbers ${range}`;
}
