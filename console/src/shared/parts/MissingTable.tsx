import { Empty } from "./Empty";
import { LinkButton } from "./LinkButton";
import { Page } from "./Page";
import { Text } from "./Text";

export function MissingTable({ name }: { readonly name: string }) {
  return (
    <Page title={name}>
      <Empty title="This table does not exist">
        <p>
          The server has no table <code><Text value={name} /></code>. It may have been deleted while you looked at it.
        </p>
        <LinkButton to="/tables">Go to the tables</LinkButton>
      </Empty>
    </Page>
  );
}
