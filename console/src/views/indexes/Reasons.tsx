import { Link } from "wouter";

import type { Reason } from "../../data/indexes/survey";
import type { TableDescription } from "../../data/requests/table_shapes";
import { countText } from "../../data/values/amounts";
import { keyLine } from "../../data/values/value_line";
import { Text } from "../../shared/parts/Text";
import { itemAddress } from "../../shared/view_addresses";
import style from "./Indexes.module.css";

const CHARS_MAX = 40;

// Why items are absent, with some of them.
export function Reasons({ table, reasons }: { readonly table: TableDescription; readonly reasons: readonly Reason[] }) {
  return (
    <div className={style.scroll} role="region" aria-label="Reasons" tabIndex={0}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">Attribute</th>
            <th scope="col">Reason</th>
            <th scope="col" className={style.number}>
              Items
            </th>
            <th scope="col">For example</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map(({ attribute, message, count, examples }) => (
            <tr key={`${attribute} ${message}`}>
              <th scope="row">
                <code>
                  <Text value={attribute} />
                </code>
              </th>
              <td>{message}</td>
              <td className={style.number}>{countText(count)}</td>
              <td>
                <ul className={style.examples}>
                  {examples.map((key) => {
                    const text = keyLine(key, CHARS_MAX);
                    return (
                      <li key={text}>
                        <Link href={itemAddress(table.TableName, key)}>
                          <Text value={text} />
                        </Link>
                      </li>
                    );
                  })}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
