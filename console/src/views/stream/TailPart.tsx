import { useMemo, useState } from "react";

import { isMissing } from "../../data/requests/failure";
import { Entities } from "../../data/entities/entities";
import { keysIn } from "../../data/requests/key_schema";
import { entityOf, matches } from "../../data/streams/record_facts";
import type { KeptRecord, StreamDescription } from "../../data/streams/stream_shapes";
import { useParameter } from "../../shared/address";
import { useKeys } from "../../shared/keys";
import { useDescribedModel } from "../../shared/live/model";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { NoRecords } from "./NoRecords";
import { RecordDetail } from "./RecordDetail";
import { RecordList } from "./RecordList";
import { startOf } from "./tail_start";
import { TailControls } from "./TailControls";
import style from "./TailPart.module.css";
import { TailStatus } from "./TailStatus";
import { useTail } from "./use_tail";

// The records of a stream as they come, the newest first.
export function TailPart({ stream, tableGone }: { readonly stream: StreamDescription; readonly tableGone: boolean }) {
  const [from, setFrom] = useParameter("from");
  const [event] = useParameter("event");
  const [key] = useParameter("key");
  const [entity] = useParameter("entity");
  const [shard] = useParameter("shard");
  const [picked, pick] = useParameter("record");
  const [paused, setPaused] = useState(false);
  const tail = useTail(stream.StreamArn, startOf(from), paused);
  const { records } = tail.state;
  const { TableName: table, KeySchema: schema } = stream;
  const keyNames = schema.map((element) => element.AttributeName);
  const model = useDescribedModel();
  const entities = useMemo(() => new Entities(table, keysIn(schema), model), [stream.StreamArn, model]);
  const names = useMemo(() => entityNames(records, entities), [records, entities]);
  const shown = useMemo(
    () => records.filter((kept) => matches(kept, keyNames, entities, { event, entity, key, shard })),
    [records, entities, event, entity, key, shard],
  );
  const open = picked === "" ? undefined : records.find(({ record }) => record.dynamodb.SequenceNumber === picked);
  const toggle = () => setPaused((before) => !before);
  useKeys([{ key: "p", label: "Pause or resume the records", run: toggle }]);
  return (
    <section aria-label="Records" className={style.part}>
      <header className={style.head}>
        <h2>Records</h2>
        <TailStatus tail={tail} shown={shown.length} paused={paused} />
        <span className={style.actions}>
          <Button aria-pressed={paused} onClick={toggle}>
            {paused ? "Resume" : "Pause"}
          </Button>
          <Button onClick={tail.forget} disabled={records.length === 0}>
            Clear
          </Button>
        </span>
      </header>
      <TailControls key={from} entities={names} />
      {isMissing(tail.error) ? null : <ErrorNote error={tail.error} />}
      <div className={style.records}>
        {shown.length === 0 ? (
          <NoRecords table={table} tail={tail} from={from} stream={stream} />
        ) : (
          <RecordList {...{ table, records: shown, keyNames, entities, picked, pick }} />
        )}
        {picked !== "" && (
          <RecordDetail
            table={table}
            kept={open}
            keyNames={keyNames}
            tableGone={tableGone}
            close={() => pick("")}
            startHere={() => setFrom(picked)}
          />
        )}
      </div>
    </section>
  );
}

const entityNames = (records: readonly KeptRecord[], entities: Entities): string[] =>
  [...new Set(records.map((kept) => entityOf(kept, entities)))].filter((name) => name !== undefined).sort();
