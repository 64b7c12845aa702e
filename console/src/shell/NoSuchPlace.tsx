import { useAddressPath } from "../shared/address";
import { Empty } from "../shared/parts/Empty";
import { LinkButton } from "../shared/parts/LinkButton";
import { Page } from "../shared/parts/Page";
import { Text } from "../shared/parts/Text";

export function NoSuchPlace() {
  const [path] = useAddressPath();
  return (
    <Page title="No such place">
      <Empty title="This address leads nowhere">
        <p>
          The console has no view at <code><Text value={path} /></code>. A link from another version may be the cause.
        </p>
        <LinkButton to="/tables">Go to the tables</LinkButton>
      </Empty>
    </Page>
  );
}
