import { useState } from "react";

import { endpointText } from "../../data/requests/place";
import { goTo } from "../../shared/address";
import { refreshTables, useSettings } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Choice } from "../../shared/parts/Choice";
import { CodeBlock } from "../../shared/parts/CodeBlock";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Page } from "../../shared/parts/Page";
import { Progress } from "../../shared/parts/Progress";
import { RunButton } from "../../shared/parts/RunButton";
import { useAction } from "../../shared/use_action";
import { itemsAddress } from "../../shared/view_addresses";
import { ORDERS_TABLE } from "./orders_example";
import { type Sdk, SDKS } from "./sdk_lines";
import style from "./Starts.module.css";
import { writeOrdersExample, type Written } from "./write_example";

// A server without tables: three ways to begin. `onLoading`: the example loads, or an error ended it.
export function Starts({ onLoading }: { readonly onLoading: (is: boolean) => void }) {
  const settings = useSettings();
  const [sdk, setSdk] = useState<Sdk>("Python");
  const [written, setWritten] = useState<Written>();
  const example = useAction(async (signal) => {
    onLoading(true);
    try {
      await writeOrdersExample(setWritten, signal);
      goTo(itemsAddress(ORDERS_TABLE.TableName));
    } catch (error) {
      if (signal.aborted) onLoading(false);
      throw error;
    } finally {
      await refreshTables();
    }
  });
  const { lines } = SDKS.find((one) => one.sdk === sdk)!;
  return (
    <Page title="Tables" heading="This server has no tables yet">
      <div className={style.starts}>
        <section className={style.start}>
          <h2>Create a table</h2>
          <p>Choose keys, indexes and billing in a form. It shows the request for the CLI, CloudFormation and Terraform.</p>
          <Actions>
            <LinkButton to="/create" primary>
              Create table
            </LinkButton>
            <LinkButton to="/create/model">Create from a model</LinkButton>
          </Actions>
        </section>
        <section className={style.start}>
          <h2>Load the orders example</h2>
          <p>
            One table, <code>{ORDERS_TABLE.TableName}</code>, with customers, orders and their lines under two indexes.
          </p>
          <Actions>
            <RunButton
              action={example}
              kind="primary"
              text="Load the example"
              runningText="Loading…"
              onClick={example.run}
            />
          </Actions>
          {example.slow && written && <Progress label={`${written.done} of ${written.of} items`} {...written} />}
          <ErrorNote error={example.error} />
        </section>
        <section className={`${style.start} ${style.wide}`}>
          <h2>Point your program here</h2>
          <p>These lines list the tables. With credentials of your own, replace the two texts “any”.</p>
          <Choice
            label="SDK"
            hideLabel
            value={sdk}
            onChange={setSdk}
            choices={SDKS.map((one) => [one.sdk, one.sdk] as const)}
          />
          <CodeBlock label={`Lines for ${sdk}`} text={lines(endpointText(), settings.data?.region ?? "us-east-1")} />
        </section>
      </div>
    </Page>
  );
}
