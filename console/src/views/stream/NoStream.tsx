import { tableAddress } from "../../shared/address";
import { Empty } from "../../shared/parts/Empty";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Text } from "../../shared/parts/Text";
import { streamAddress } from "../../shared/view_addresses";

// The note of a table without a stream, which says how to switch one on.
export function NoStream({ name, label }: { readonly name: string; readonly label: string }) {
  if (label !== "") {
    return (
      <Empty title="This stream does not exist">
        <p>
          The table has no stream <code><Text value={label} /></code>. A stream goes 24 hours after it was switched off.
        </p>
        <LinkButton to={streamAddress(name)}>Show the newest stream</LinkButton>
      </Empty>
    );
  }
  return (
    <Empty title="The table has no stream">
      <p>
        A stream holds every change of every item for 24 hours, in order for each item. Programs and functions read it;
        this page shows it live.
      </p>
      <LinkButton to={`${tableAddress(name)}?change=stream`} primary>
        Switch the stream on in Settings
      </LinkButton>
    </Empty>
  );
}
