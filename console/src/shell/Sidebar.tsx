import { useState } from "react";

import { useParameter } from "../shared/address";
import { useTables } from "../shared/live/queries";
import { LinkButton } from "../shared/parts/LinkButton";
import { PlaceLinks } from "../shared/parts/PlaceLinks";
import { TextField } from "../shared/parts/TextField";
import { Waiting } from "../shared/parts/Waiting";
import { SERVER_PLACES } from "../shared/places";
import style from "./Sidebar.module.css";
import { TableLink } from "./TableLink";

const ROWS_FIRST = 300; // more rows cost the browser more than a reader gains

export function Sidebar({ open }: { readonly open: boolean }) {
  const { data: tables, isPending } = useTables();
  const [filter, setFilter] = useParameter("filter");
  const [all, setAll] = useState(false);
  const wanted = filter.toLowerCase();
  const found = (tables ?? []).filter((table) => table.TableName.toLowerCase().includes(wanted));
  const shown = all ? found : found.slice(0, ROWS_FIRST);
  return (
    <div id="sidebar" className={`${style.sidebar} ${open ? style.open : ""}`}>
      <PlaceLinks label="Views" places={SERVER_PLACES} />
      <nav aria-label="Tables" className={style.tables}>
        <TextField
          type="search"
          label="Filter tables"
          hideLabel
          placeholder="Filter tables"
          value={filter}
          onChange={setFilter}
        />
        {isPending && <Waiting label="Reading the tables" />}
        <ul className={style.list}>
          {shown.map((table) => (
            <TableLink key={table.TableName} table={table} filter={filter} />
          ))}
        </ul>
        {tables !== undefined && filter !== "" && found.length === 0 && (
          <p className={style.none}>No table has this in its name.</p>
        )}
        {found.length > shown.length && (
          <button type="button" className={style.more} onClick={() => setAll(true)}>
            Show all {found.length}
          </button>
        )}
        <LinkButton to="/create">Create table</LinkButton>
      </nav>
    </div>
  );
}
