import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { holdTransaction, readPauses, releaseTransactions } from "../../data/requests/transactions";
import { plural } from "../../data/values/amounts";
import { useTables } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { RunButton } from "../../shared/parts/RunButton";
import { SelectField } from "../../shared/parts/SelectField";
import { Status } from "../../shared/parts/Status";
import { useParameter } from "../../shared/address";
import { useAction } from "../../shared/use_action";
import style from "./AdviceView.module.css";
import { ItemKeyFields, keyOfTexts } from "./ItemKeyFields";

const READ_EVERY_MS = 2000;

// Stops a transaction between prepare and commit, so that other clients meet it.
export function Transactions() {
  const { data: tables = [] } = useTables();
  const { data: pauses, error, refetch } = useQuery({
    queryKey: ["transactions"],
    queryFn: ({ signal }) => readPauses(signal),
    refetchInterval: READ_EVERY_MS,
  });
  const [chosen, choose] = useParameter("table");
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [said, setSaid] = useState("");
  const table = tables.find((one) => one.TableName === chosen) ?? tables[0];
  const { key, problem } = keyOfTexts(table, texts);
  const item = table !== undefined && key !== undefined ? { TableName: table.TableName, Key: key } : undefined;

  const hold = useAction(async (signal) => {
    if (item === undefined) return;
    await holdTransaction(item, signal);
    setSaid("The next transaction that writes this item will be held.");
    await refetch();
  });
  const release = useAction(async (signal, all: boolean) => {
    const count = await releaseTransactions(all ? undefined : item, signal);
    setSaid(count === 0 ? "Nothing was held there, and nothing waits any more." : `${plural(count, "transaction")} released.`);
    await refetch();
  });
  return (
    <section className={style.section} aria-labelledby="held">
      <h2 id="held">Held transactions</h2>
      <p>
        A held transaction stands between prepare and commit. Single writes of its items answer
        TransactionConflictException, and plain reads see the state before it.
      </p>
      <ErrorNote error={error} />
      {pauses !== undefined && (
        <p>
          <Status
            tone={pauses.held > 0 ? "warn" : "quiet"}
            text={`${plural(pauses.held, "transaction")} held, ${plural(pauses.armed, "item")} ${pauses.armed === 1 ? "waits" : "wait"} for one`}
          />
        </p>
      )}
      {table !== undefined && (
        <div className={style.key}>
          <SelectField
            label="Table of the item"
            value={table.TableName}
            choices={tables.map((one) => [one.TableName, one.TableName])}
            onChange={(name) => {
              choose(name);
              setTexts(new Map());
            }}
          />
          <ItemKeyFields {...{ table, texts }} onChange={setTexts} />
        </div>
      )}
      {table === undefined && <p className={style.facts}>A table has to be there first.</p>}
      {problem !== "" && <p className={style.facts}>{problem}</p>}
      <Actions>
        <RunButton action={hold} text="Hold the next transaction" runningText="Holding…" disabled={item === undefined} onClick={() => hold.run()} />
        <Button disabled={item === undefined || release.running} onClick={() => release.run(false)}>
          Release this item
        </Button>
        <Button disabled={release.running} onClick={() => release.run(true)}>
          Release all
        </Button>
      </Actions>
      <p role="status">{said}</p>
      <ErrorNote error={hold.error ?? release.error} />
    </section>
  );
}
