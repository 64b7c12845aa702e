import { bytesText } from "../../data/values/amounts";
import { previewOf } from "../../data/values/preview";
import { valueBytes } from "../../data/values/size";
import { timeText } from "../../data/values/times";
import type { Value } from "../../data/values/value";
import { Text } from "../../shared/parts/Text";
import style from "./Items.module.css";

const SHOWN_CHARS = 300;

// An attribute's value in more words than its cell has room for: times can be read.
export function CellDetails(properties: {
  readonly name: string;
  readonly value: Value;
  readonly now: number;
  readonly isExpiry: boolean;
}) {
  const { name, value, now, isExpiry } = properties;
  const time = timeText(value, now, isExpiry);
  return (
    <>
      <strong>
        <Text value={name} />
      </strong>{" "}
      <span className={style.kind}>
        {value.type}, {bytesText(valueBytes(value))}
      </span>{" "}
      {time !== "" && <span className={style.time}>{time}</span>}{" "}
      <span className={style.full}>
        <Text value={previewOf(value, SHOWN_CHARS)} />
      </span>
    </>
  );
}
