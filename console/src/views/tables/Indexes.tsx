import { Link } from "wouter";

import type { IndexDescription, TableDescription } from "../../data/requests/table_shapes";
import { useParameter } from "../../shared/address";
import { isChanging, useIndexProgress } from "../../shared/live/queries";
import { Button } from "../../shared/parts/Button";
import { indexesAddress } from "../../shared/view_addresses";
import { AddIndex } from "../../shared/table_forms/AddIndex";
import { DropIndexDialog } from "../../shared/table_forms/DropIndexDialog";
import style from "./Indexes.module.css";
import { IndexRow } from "./IndexRow";

// The table's indexes. Global ones can be added and deleted, one at a time.
export function Indexes({ table }: { readonly table: TableDescription }) {
  const [change, setChange] = useParameter("change");
  const [dropped, drop] = useParameter("drop");
  const progress = useIndexProgress(isChanging(table)).data?.indexes ?? [];
  const globals = table.GlobalSecondaryIndexes ?? [];
  const locals = table.LocalSecondaryIndexes ?? [];
  const isBusy = isChanging(table);
  const progressOf = (index: IndexDescription) =>
    index.IndexStatus === "CREATING"
      ? progress.find((one) => one.table === table.TableName && one.index === index.IndexName)?.percent
      : undefined;
  return (
    <section className={style.section} aria-label="Indexes">
      <div className={style.head}>
        <h2>Indexes</h2>
        <Link href={indexesAddress(table.TableName)}>Traffic, cost and absent items</Link>
      </div>
      {globals.length + locals.length === 0 && (
        <p className={style.none}>No indexes. A global index answers queries by other keys than the table's.</p>
      )}
      {globals.length + locals.length > 0 && (
        <div className={style.scroll} role="region" aria-label="Indexes of the table" tabIndex={0}>
          <table className={style.table}>
            <thead>
              <tr>
                {["Name", "Kind", "Keys", "Projection", "Status", "Entries", "Size"].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {globals.map((index) => (
                <IndexRow
                  key={index.IndexName}
                  index={index}
                  kind="Global"
                  percent={progressOf(index)}
                  onDrop={isBusy ? undefined : () => drop(index.IndexName, { replace: false })}
                />
              ))}
              {locals.map((index) => (
                <IndexRow key={index.IndexName} index={index} kind="Local" />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {change === "index" ? (
        <AddIndex table={table} close={() => setChange("")} />
      ) : (
        <div>
          <Button disabled={isBusy} onClick={() => setChange("index")}>
            Add index
          </Button>
        </div>
      )}
      {globals.some((index) => index.IndexName === dropped) && (
        <DropIndexDialog table={table} index={dropped} close={() => drop("")} />
      )}
    </section>
  );
}
