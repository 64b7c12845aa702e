import type { Access, Throttle } from "../../data/requests/heat_shapes";
import type { KeyElement, TableDescription } from "../../data/requests/table_shapes";
import { plural, rateText } from "../../data/values/amounts";
import { shareText } from "../../shared/heatmap/heat_grid";
import { useThrottles } from "../../shared/live/heat_queries";
import { Text } from "../../shared/parts/Text";
import { timeText } from "../../shared/picture/ticks";
import { schemaOf } from "./cell_requests";
import { throttlesOf, throttlesText, timesText, unitsText } from "./cell_text";
import { CellLinks } from "./CellLinks";
import style from "./CellPanel.module.css";
import { type CellFacts, type CellKey, inKeyOrder, keyText } from "./heat_rows";

const KEYS_MAX = 5;

interface Properties {
  readonly table: TableDescription;
  readonly index: string | undefined;
  readonly access: Access;
  readonly facts: CellFacts | undefined;
  readonly isPinned: boolean;
}

// The facts about the cell below the pointer, or else about the pinned cell.
export function CellPanel({ table, index, access, facts, isPinned }: Properties) {
  const throttles = useThrottles(table.TableName);
  if (facts === undefined) {
    return (
      <section aria-label="Cell" className={style.panel}>
        <p className={style.quiet}>A cell shows its units, keys and throttles here. Click it to keep it and to follow its links.</p>
      </section>
    );
  }
  const listed = throttlesOf(throttles.data?.throttles ?? [], facts, access, index);
  const keys = facts.keys.slice(0, KEYS_MAX);
  return (
    <section aria-label="Cell" className={style.panel}>
      <h2>
        <Text value={facts.row} /> <span className={style.quiet}>{isPinned ? "pinned" : ""}</span>
      </h2>
      <dl className={style.facts}>
        <Fact name="Time">{timesText(facts)}</Fact>
        <Fact name="Share of the bound">{shareText(facts.share)}</Fact>
        <Fact name="Units">{unitsText(facts, access)}</Fact>
        <Fact name="Throttles">{throttlesText(facts)}</Fact>
      </dl>
      {facts.notes.map((note) => (
        <p key={note} className={style.quiet}>
          {note}
        </p>
      ))}
      {keys.length > 0 && <Keys keys={keys} all={facts.keys.length} />}
      {listed.length > 0 && <Throttles throttles={listed} schema={schemaOf(table, index)} />}
      <CellLinks {...{ table, index, access, facts, throttles: listed }} />
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Keys({ keys, all }: { readonly keys: readonly CellKey[]; readonly all: number }) {
  return (
    <div>
      <h3>Keys, by units; a write unit counts as three</h3>
      <ul>
        {keys.map(({ text, units, throttles }) => (
          <li key={text}>
            <code>
              <Text value={text} />
            </code>{" "}
            {rateText(units)}
            {throttles > 0 && `, ${plural(throttles, "throttle")}`}
          </li>
        ))}
      </ul>
      {all > keys.length && <p className={style.quiet}>{plural(all - keys.length, "more key")}</p>}
    </div>
  );
}

function Throttles({ throttles, schema }: { readonly throttles: readonly Throttle[]; readonly schema: readonly KeyElement[] }) {
  return (
    <div>
      <h3>Throttles of the cell, the latest first</h3>
      <ul>
        {throttles.map((one, at) => (
          <li key={at}>
            {timeText(Math.floor(one.time))}: {one.operation}{" "}
            {one.key !== undefined && (
              <code>
                <Text value={keyText(inKeyOrder(one.key, schema))} />
              </code>
            )}{" "}
            {one.reason}
            {one.refused ? "" : ", served nevertheless"}
          </li>
        ))}
      </ul>
    </div>
  );
}
