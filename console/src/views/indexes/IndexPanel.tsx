import { useParameter } from "../../shared/address";
import { billingOf, type IndexDescription, type TableDescription } from "../../data/requests/table_shapes";
import { countText, plural } from "../../data/values/amounts";
import { isChanging, useIndexProgress } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { LinkButton } from "../../shared/parts/LinkButton";
import { DropIndexDialog } from "../../shared/table_forms/DropIndexDialog";
import { billAddress, capacityAddress, exportAddress, heatAddress, itemsAddress } from "../../shared/view_addresses";
import { Absences } from "./Absences";
import { isLocal } from "./index_facts";
import { IndexUnits } from "./IndexUnits";
import style from "./Indexes.module.css";

// One index: the ways to its data, what it takes, and which items it leaves out.
export function IndexPanel({ table, index }: { readonly table: TableDescription; readonly index: IndexDescription }) {
  const [dropped, drop] = useParameter("drop");
  const [change, setChange] = useParameter("change");
  const lag = useIndexProgress(true).data?.laggedRecords;
  const name = index.IndexName;
  const local = isLocal(index, table);
  const units = index.ProvisionedThroughput;
  const isProvisioned = !local && billingOf(table) === "PROVISIONED" && units !== undefined;
  const absent = table.ItemCount - (index.ItemCount ?? 0);
  return (
    <section className={style.panel} aria-label={`Index ${name}`}>
      <h2>{name}</h2>
      <Actions>
        <LinkButton to={itemsAddress(table.TableName, { index: name })}>Items</LinkButton>
        {!local && <LinkButton to={heatAddress(table.TableName, { index: name })}>Heat</LinkButton>}
        {!local && <LinkButton to={capacityAddress(table.TableName, name)}>Capacity</LinkButton>}
        <LinkButton to={exportAddress(table.TableName, { index: name })}>Export</LinkButton>
        <LinkButton to={billAddress({ table: table.TableName })}>Bill</LinkButton>
        {isProvisioned && (
          <Button disabled={isChanging(table)} onClick={() => setChange(change === "units" ? "" : "units")}>
            Change units
          </Button>
        )}
        {!local && (
          <Button kind="danger" disabled={isChanging(table)} onClick={() => drop(name, { replace: false })}>
            Delete index
          </Button>
        )}
      </Actions>
      <dl className={style.facts}>
        <div>
          <dt>Items without an entry</dt>
          <dd>{absent <= 0 ? "None" : `${countText(absent)} of ${countText(table.ItemCount)}`}</dd>
        </div>
        <div>
          <dt>Units</dt>
          <dd>
            {local
              ? "Those of the table"
              : isProvisioned
                ? `${countText(units.ReadCapacityUnits)} read, ${countText(units.WriteCapacityUnits)} write a second`
                : "On-demand"}
          </dd>
        </div>
        <div>
          <dt>Lag</dt>
          <dd>{local || lag === 0 ? "None" : lag === undefined ? "…" : `${plural(lag, "commit")} of the server`}</dd>
        </div>
      </dl>
      {change === "units" && isProvisioned && <IndexUnits table={table} index={index} close={() => setChange("")} />}
      <Absences table={table} index={index} />
      {dropped === name && !local && <DropIndexDialog table={table} index={name} close={() => drop("")} />}
    </section>
  );
}
