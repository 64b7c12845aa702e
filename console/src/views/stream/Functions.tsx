import type { Hook } from "../../data/requests/heat_shapes";
import { shortShardId } from "../../data/streams/stream_shapes";
import { countText, plural } from "../../data/values/amounts";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Status } from "../../shared/parts/Status";
import { Text } from "../../shared/parts/Text";
import style from "./Functions.module.css";
import { useHooks } from "./stream_reads";

const STATES = {
  "no-stream": ["quiet", "No stream"],
  idle: ["good", "Up to date"],
  delivering: ["good", "Delivering"],
  retrying: ["bad", "Retrying"],
} as const;

// The functions that the server calls with the records of this table.
export function Functions({ table, arn }: { readonly table: string; readonly arn: string | undefined }) {
  const { data, error } = useHooks();
  if (data === null) return null; // a server of another version
  const hooks = data?.hooks.filter((hook) => hook.table === table) ?? [];
  return (
    <section aria-label="Functions" className={style.part}>
      <h2>Functions</h2>
      <ErrorNote error={error} />
      {data !== undefined && hooks.length === 0 && (
        <p className={style.quiet}>
          No function follows this table. A start of the server with <code>--on-stream TABLE=URL</code> or{" "}
          <code>--on-stream TABLE=command</code> names one.
        </p>
      )}
      {hooks.map((hook) => (
        <OneFunction key={hook.target} hook={hook} arn={arn} />
      ))}
    </section>
  );
}

function OneFunction({ hook, arn }: { readonly hook: Hook; readonly arn: string | undefined }) {
  const [tone, text] = STATES[hook.status];
  const { lag, lastFailure } = hook;
  return (
    <article className={style.function}>
      <header className={style.head}>
        <code className={style.target}>
          <Text value={hook.target} />
        </code>
        <Status tone={tone} text={text} />
      </header>
      <p className={style.quiet}>
        {lag.records === 0
          ? "It has every record."
          : `${lag.atLeast ? "At least " : ""}${plural(lag.records, "record")} behind, the oldest by ${countText(lag.seconds)} s.`}{" "}
        {plural(hook.accepted, "batch", "batches")} accepted and {countText(hook.givenUp)} given up since the start of the
        server.
      </p>
      {lastFailure !== undefined && (
        <div className={style.failure}>
          <p>
            {lastFailure.attempts === 0 ? "A call" : `Attempt ${lastFailure.attempts}`} for {plural(lastFailure.records, "record")} from{" "}
            <code className={style.number}>{lastFailure.first}</code> in shard {shortShardId(lastFailure.shardId)} failed at{" "}
            {timeText(lastFailure.time)}
            {lastFailure.attempts === 0 && "; the batch is sent again in halves"}
            {lastFailure.givenUp && "; the batch was given up and is in the file on-stream-failures"}.
          </p>
          <pre tabIndex={0} className={style.error}>
            <Text value={lastFailure.error} />
          </pre>
        </div>
      )}
      <ShardProgress hook={hook} arn={arn} />
    </article>
  );
}

// The shards that a function has not finished. Finished ones are a number.
function ShardProgress({ hook, arn }: { readonly hook: Hook; readonly arn: string | undefined }) {
  const own = hook.shards.filter((shard) => shard.streamArn === arn);
  const open = own.filter((shard) => !shard.finished).slice(0, SHARDS_MAX);
  if (own.length === 0) return null;
  return (
    <ul className={style.shards}>
      {open.map((shard) => (
        <li key={shard.shardId}>
          shard {shortShardId(shard.shardId)}: {plural(shard.lag.records, "record")} behind
          {shard.attempts > 0 && `, ${plural(shard.attempts, "failed attempt")}`}, next{" "}
          <code className={style.number}>{shard.next}</code>
        </li>
      ))}
      {open.length < own.length && <li>{plural(own.length - open.length, "other shard")}</li>}
    </ul>
  );
}

const SHARDS_MAX = 20;

const timeText = (time: number): string => `${new Date(time * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
