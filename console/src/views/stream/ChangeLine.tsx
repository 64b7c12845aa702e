import { changeOf } from "../../data/streams/record_facts";
import type { KeptRecord } from "../../data/streams/stream_shapes";
import type { Difference } from "../../data/values/difference";
import { valueLine } from "../../data/values/value_line";
import { Text } from "../../shared/parts/Text";
import style from "./ChangeLine.module.css";

const SHOWN = 6;
const VALUE_CHARS = 40;

// The beginning of a change on one line.
export function ChangeLine({ kept }: { readonly kept: KeptRecord }) {
  const { kind, differences } = changeOf(kept, SHOWN);
  if (kind === "keys") return <div className={style.line}>The stream holds keys only.</div>;
  if (differences.length === 0) return <div className={style.line}>No attribute beside the key.</div>;
  return (
    <div className={style.line}>
      {differences.map((one) => (
        <span key={one.path + (one.before === undefined)} className={style.one}>
          <span className={style.path}>
            <Text value={one.path} />
          </span>{" "}
          {kind === "difference" ? <Values one={one} /> : <Text value={valueLine((one.after ?? one.before)!, VALUE_CHARS)} />}
        </span>
      ))}
    </div>
  );
}

function Values({ one: { before, after } }: { readonly one: Difference }) {
  return (
    <>
      {before && (
        <del className={style.before}>
          <Text value={valueLine(before, VALUE_CHARS)} />
        </del>
      )}
      {before && after && " → "}
      {after && (
        <ins className={style.after}>
          <Text value={valueLine(after, VALUE_CHARS)} />
        </ins>
      )}
    </>
  );
}
