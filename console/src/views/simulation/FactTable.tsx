import { type ReactNode, useContext } from "react";

import style from "./FactTable.module.css";
import { RunName } from "./run_name";

export interface FactColumn<Row> {
  readonly title: string;
  readonly number?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

// A short table with a heading. It says what is missing if it is empty, and how many rows it leaves out.
export function FactTable<Row>(properties: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly columns: readonly FactColumn<Row>[];
  readonly none: string;
  readonly rowsMax?: number;
  readonly total?: number; // of all rows, if the server has left some out
}) {
  const { title, rows, columns, none, rowsMax = 200, total = rows.length } = properties;
  const name = useContext(RunName) + title;
  const left = total - Math.min(rows.length, rowsMax);
  return (
    <section className={style.section}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className={style.none}>{none}</p>
      ) : (
        <div className={style.scroll} tabIndex={0} role="region" aria-label={name}>
          <table className={style.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.title} scope="col" className={column.number ? style.number : undefined}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, rowsMax).map((row, at) => (
                <tr key={at}>
                  {columns.map((column) => (
                    <td key={column.title} className={column.number ? style.number : undefined}>
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {left > 0 && <p className={style.none}>And {left} more.</p>}
    </section>
  );
}
