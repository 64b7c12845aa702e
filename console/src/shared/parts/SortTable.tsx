import { type ReactNode, useRef } from "react";

import { useParameter } from "../address";
import style from "./SortTable.module.css";

export interface Column<Row> {
  readonly name: string; // in the address
  readonly title: string;
  readonly number?: boolean;
  readonly sort: (row: Row) => string | number;
  readonly cell: (row: Row) => ReactNode;
}

// A table that sorts by any column; the address holds the order. Arrow keys move between the rows'
// links.
export function SortTable<Row>(properties: {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowsMax?: number; // rows behind it are left out, whatever the order
}) {
  const { label, columns, rows, keyOf, rowsMax } = properties;
  const [order, setOrder] = useParameter("sort");
  const descending = order.startsWith("-");
  const sorted = columns.find((column) => column.name === order.replace(/^-/, "")) ?? columns[0]!;
  const body = useRef<HTMLTableSectionElement>(null);

  const moveFocus = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || body.current === null) return;
    const links = [...body.current.querySelectorAll<HTMLElement>("tr > :first-child a")];
    const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
    links[at + step]?.focus();
    event.preventDefault();
  };

  return (
    <div className={style.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={style.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={column.number ? style.number : undefined}
                aria-sort={column === sorted ? (descending ? "descending" : "ascending") : undefined}
              >
                <button
                  type="button"
                  className={style.sort}
                  onClick={() => setOrder(nextOrder(column, sorted, descending))}
                >
                  <span className={style.title}>
                    {column.title}
                    <span aria-hidden className={style.arrow}>
                      {column === sorted ? (descending ? "↓" : "↑") : ""}
                    </span>
                  </span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={moveFocus}>
          {inOrder(rows, sorted, descending).slice(0, rowsMax).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => {
                const Cell = at === 0 ? "th" : "td";
                return (
                  <Cell
                    key={column.name}
                    scope={at === 0 ? "row" : undefined}
                    className={column.number ? style.number : undefined}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// Numbers begin with the largest, texts with the first.
function nextOrder<Row>(column: Column<Row>, sorted: Column<Row>, descending: boolean): string {
  const down = column === sorted ? !descending : column.number === true;
  return `${down ? "-" : ""}${column.name}`;
}

function inOrder<Row>(rows: readonly Row[], column: Column<Row>, descending: boolean): Row[] {
  const order = [...rows].sort((a, b) => {
    const [first, second] = [column.sort(a), column.sort(b)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
  return descending ? order.reverse() : order;
}
