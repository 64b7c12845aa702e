import { useMemo } from "react";

import { plural } from "../../data/values/amounts";
import { lineageOf } from "../../data/streams/lineage";
import { isOpen, openedAt, type Shard, shortShardId, type StreamDescription } from "../../data/streams/stream_shapes";
import { useParameter } from "../../shared/address";
import { Button } from "../../shared/parts/Button";
import { type Column, SortTable } from "../../shared/parts/SortTable";
import { readColours } from "../../shared/picture/colours";
import { SaveButtons } from "../../shared/picture/SaveButtons";
import { drawShards } from "./draw_shards";
import { ShardPicture } from "./ShardPicture";
import style from "./Shards.module.css";

// The shards with their lineage, as a drawing and as a table. A chosen shard narrows the records.
export function Shards({ stream }: { readonly stream: StreamDescription }) {
  const { Shards: shards } = stream;
  const [chosen, choose] = useParameter("shard");
  const [as, show] = useParameter("shards");
  const lineage = useMemo(() => lineageOf(shards), [shards]);
  const open = shards.filter(isOpen).length;
  const pick = (id: string) => choose(id === chosen ? "" : id);
  const title = `Shards of ${stream.TableName}`;
  const asTable = as === "table";
  return (
    <section aria-label="Shards" className={style.part}>
      <header className={style.head}>
        <h2>Shards</h2>
        <span className={style.count}>
          {plural(open, "open shard")}, {shards.length - open} closed
          {lineage.left > 0 && !asTable && `; ${lineage.left} of the oldest are not drawn`}
        </span>
        <span className={style.actions}>
          {chosen !== "" && <Button onClick={() => choose("")}>Show all shards</Button>}
          {!asTable && <SaveButtons title={title} draw={() => drawShards(title, lineage, readColours())} />}
          <Button onClick={() => show(asTable ? "" : "table")}>{asTable ? "Show as drawing" : "Show as table"}</Button>
        </span>
      </header>
      {asTable ? (
        <SortTable
          label="Shards as a table"
          columns={columnsOf(pick)}
          rows={shards}
          keyOf={(shard) => shard.ShardId}
          rowsMax={ROWS_MAX}
        />
      ) : (
        <ShardPicture lineage={lineage} chosen={chosen} choose={pick} />
      )}
    </section>
  );
}

const ROWS_MAX = 200;

const columnsOf = (pick: (id: string) => void): readonly Column<Shard>[] => [
  {
    name: "shard",
    title: "Shard",
    sort: (shard) => shard.ShardId,
    cell: (shard) => (
      <Button kind="quiet" className={style.id} title={shard.ShardId} onClick={() => pick(shard.ShardId)}>
        {shortShardId(shard.ShardId)}
      </Button>
    ),
  },
  {
    name: "parent",
    title: "Parent",
    sort: (shard) => shard.ParentShardId ?? "",
    cell: (shard) => (shard.ParentShardId === undefined ? "none" : shortShardId(shard.ParentShardId)),
  },
  { name: "state", title: "State", sort: (shard) => stateOf(shard), cell: stateOf },
  { name: "opened", title: "Opened", sort: openedText, cell: openedText },
  {
    name: "first",
    title: "First sequence number",
    sort: (shard) => shard.SequenceNumberRange.StartingSequenceNumber,
    cell: (shard) => <code>{shard.SequenceNumberRange.StartingSequenceNumber}</code>,
  },
  {
    name: "last",
    title: "Last sequence number",
    sort: (shard) => shard.SequenceNumberRange.EndingSequenceNumber ?? "",
    cell: (shard) => <code>{shard.SequenceNumberRange.EndingSequenceNumber ?? ""}</code>,
  },
];

const stateOf = (shard: Shard): string => (isOpen(shard) ? "open" : "closed");

function openedText(shard: Shard): string {
  return openedAt(shard.ShardId)?.toISOString().slice(0, 19).replace("T", " ") ?? "";
}
