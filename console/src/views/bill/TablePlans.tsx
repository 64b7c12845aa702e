import { Link } from "wouter";

import type { Bill, Plan, TableBill } from "../../data/requests/bill_shapes";
import { bytesText, dollarsText, rateText } from "../../data/values/amounts";
import { capacityAddress } from "../../shared/view_addresses";
import bars from "./BarTable.module.css";
import { BreakEvens } from "./BreakEvens";
import { cacheText, cheapestText, classText, otherClass, planText } from "./plan_texts";
import style from "./TablePlans.module.css";
import { unverifiedIn } from "./unverified";

// The ways to pay for one table, the other class, the break-even and a cache.
export function TablePlans({ table, bill }: { readonly table: TableBill; readonly bill: Bill }) {
  const largest = Math.max(...[...table.plans, ...table.otherClassPlans].map(({ dollars }) => dollars), 1e-9);
  return (
    <section aria-label={`Ways to pay for ${table.table}`} className={bars.section}>
      <h2>Ways to pay for {table.table}</h2>
      <p className={style.quiet}>
        Now {table.billing === "onDemand" ? "on-demand" : "provisioned"}, {classText(table.class)}. {rateText(table.writeUnitsPerSecond)}{" "}
        write units a second (peak {rateText(table.writeUnitsPeak)}), {rateText(table.readUnitsPerSecond)} read units (peak{" "}
        {rateText(table.readUnitsPeak)}), {bytesText(table.bytes)}. <Link className={style.link} href={capacityAddress(table.table)}>
          Capacity
        </Link>
      </p>
      <p>
        <strong>{cheapestText(table, bill.utilization)}</strong>
      </p>
      <div className={style.classes}>
        <Plans title={`Class ${classText(table.class)}`} plans={table.plans} {...{ table, bill, largest }} />
        <Plans title={`Class ${otherClass(table.class)}`} plans={table.otherClassPlans} {...{ table, bill, largest }} />
      </div>
      {table.breakEven.length > 0 && <BreakEvens table={table} utilization={bill.utilization} />}
      {table.dax !== undefined && (
        <p>
          DAX: {cacheText(table.dax)}
          {unverifiedIn(bill.unverified, "dax_node_hour") && <Unverified />}
        </p>
      )}
    </section>
  );
}

const Unverified = () => <span className={style.unverified}> (unverified price)</span>;

function Plans(properties: {
  readonly title: string;
  readonly plans: readonly Plan[];
  readonly table: TableBill;
  readonly bill: Bill;
  readonly largest: number;
}) {
  const { title, plans, table, bill, largest } = properties;
  const isCheapest = (plan: string) => plans === table.plans && plan === table.cheapest;
  return (
    <div className={style.plans}>
      <h3>{title}</h3>
      <div className={bars.scroll} tabIndex={0} role="region" aria-label={`${title} of ${table.table}`}>
        <table className={bars.table}>
          <thead>
            <tr>
              <th scope="col">Way to pay</th>
              <th scope="col">Share</th>
              <th scope="col">A month</th>
            </tr>
          </thead>
          <tbody>
            {plans.map(({ plan, dollars, lines }) => (
              <tr key={plan} title={lines.map((line) => `${line.subject}: ${rateText(line.quantity)} ${line.unit} at $${line.price}`).join("; ")}>
                <th scope="row">
                  {planText(plan, bill.utilization)}
                  {isCheapest(plan) && <strong className={style.cheapest}> cheapest</strong>}
                  {plan.startsWith("reserved") && unverifiedIn(bill.unverified, plan === "reservedOneYear" ? "reserved.one_year" : "reserved.three_years") && <Unverified />}
                </th>
                <td className={style.short}>
                  <span className={bars.bar}>
                    <span className={isCheapest(plan) ? style.best : style.plan} style={{ width: `${(dollars / largest) * 100}%` }} />
                  </span>
                </td>
                <td>{dollarsText(dollars)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
