import { isMissing } from "../../data/requests/failure";
import type { StreamDescription, StreamName } from "../../data/streams/stream_shapes";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { SelectField } from "../../shared/parts/SelectField";
import { Status } from "../../shared/parts/Status";
import { Waiting } from "../../shared/parts/Waiting";
import style from "./OneStream.module.css";
import { Shards } from "./Shards";
import { useStream } from "./stream_reads";
import { TailPart } from "./TailPart";

const VIEWS = {
  KEYS_ONLY: "keys only",
  NEW_IMAGE: "new image",
  OLD_IMAGE: "old image",
  NEW_AND_OLD_IMAGES: "new and old image",
} as const;

const STATES = {
  ENABLING: ["warn", "Being switched on"],
  ENABLED: ["good", "On"],
  DISABLING: ["warn", "Being switched off"],
  DISABLED: ["quiet", "Switched off"],
} as const;

// One stream: its shards, and its records as they come.
export function OneStream(properties: {
  readonly arn: string;
  readonly streams: readonly StreamName[];
  readonly tableGone: boolean;
  readonly choose: (label: string) => void;
}) {
  const { arn, streams, tableGone, choose } = properties;
  const { data: stream, error } = useStream(arn);
  if (isMissing(error)) return <p className={style.note}>This stream is gone: its last records are older than 24 hours.</p>;
  if (stream === undefined) return error === null ? <Waiting label="Reading the shards" /> : <ErrorNote error={error} />;
  return (
    <>
      <div className={style.facts}>
        <Status tone={STATES[stream.StreamStatus][0]} text={STATES[stream.StreamStatus][1]} />
        <span>Records hold {VIEWS[stream.StreamViewType]}</span>
        <span>Since {timeText(stream.StreamLabel)}</span>
        {streams.length > 1 && (
          <SelectField
            label="Stream"
            value={stream.StreamLabel}
            choices={streams.map(({ StreamLabel }) => [StreamLabel, timeText(StreamLabel)] as const)}
            onChange={choose}
          />
        )}
      </div>
      <Ended stream={stream} tableGone={tableGone} />
      <Shards stream={stream} />
      <TailPart stream={stream} tableGone={tableGone} />
    </>
  );
}

function Ended({ stream, tableGone }: { readonly stream: StreamDescription; readonly tableGone: boolean }) {
  if (tableGone) return <p className={style.note}>The table was deleted. Its stream can be read for 24 hours after that.</p>;
  if (stream.StreamStatus !== "DISABLED") return null;
  return <p className={style.note}>The stream is switched off. Its records can be read for 24 hours after that.</p>;
}

const timeText = (label: string): string => `${label.slice(0, 19).replace("T", " ")} UTC`;
