import { isMissing } from "../../data/requests/failure";
import type { StreamName } from "../../data/streams/stream_shapes";
import { useParameter } from "../../shared/address";
import { useTable } from "../../shared/live/queries";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { MissingTable } from "../../shared/parts/MissingTable";
import { Page } from "../../shared/parts/Page";
import { TablePlace } from "../../shared/parts/TablePlace";
import { Waiting } from "../../shared/parts/Waiting";
import { Functions } from "./Functions";
import { NoStream } from "./NoStream";
import { OneStream } from "./OneStream";
import { useStreams } from "./stream_reads";

// The streams of one table. They outlive it by a day.
export default function StreamView({ name }: { readonly name: string }) {
  const table = useTable(name);
  const { data: streams, error } = useStreams(name);
  const [label, choose] = useParameter("stream");
  const gone = isMissing(table.error);
  if (gone && streams?.length === 0) return <MissingTable name={name} />;
  const failure = error ?? (gone ? null : table.error);
  if (streams === undefined || (table.data === undefined && !gone)) {
    return <Page title={name}>{failure === null ? <Waiting label="Reading the streams" /> : <ErrorNote error={failure} />}</Page>;
  }
  const shown = chosenOf(streams, label);
  return (
    <TablePlace name={name}>
      {shown === undefined ? (
        <NoStream name={name} label={label} />
      ) : (
        <OneStream
          key={shown.StreamArn}
          arn={shown.StreamArn}
          streams={streams}
          tableGone={gone}
          choose={(next) => choose(next, { replace: false })}
        />
      )}
      <Functions table={name} arn={shown?.StreamArn} />
    </TablePlace>
  );
}

// Without a choice the newest stream, also when one is switched on later.
const chosenOf = (streams: readonly StreamName[], label: string): StreamName | undefined =>
  label === "" ? streams[0] : streams.find((stream) => stream.StreamLabel === label);
