import type { Bill } from "../../data/requests/bill_shapes";
import { dollarsText, rateText } from "../../data/values/amounts";
import { timeText } from "../../shared/picture/ticks";
import style from "./BillHead.module.css";
import { SUBJECTS } from "./groups";

const MINUTE = 60;

// The month's sum, and what it rests on.
export function BillHead({ bill }: { readonly bill: Bill }) {
  const time = (text: string) => timeText(Math.floor(Date.parse(text) / 1000));
  const parts = SUBJECTS.map(([subject, name]) => ({
    name,
    dollars: bill.lines.reduce((sum, line) => sum + (line.subject === subject ? line.dollars : 0), 0),
  })).filter(({ dollars }) => dollars > 0);
  return (
    <section aria-label="The month" className={style.head}>
      <p className={style.sum}>
        {dollarsText(bill.dollars)} <span className={style.month}>a month</span>
      </p>
      <dl className={style.parts}>
        {parts.map(({ name, dollars }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{dollarsText(dollars)}</dd>
          </div>
        ))}
      </dl>
      <p className={style.basis}>
        Counted from {time(bill.since)} to {time(bill.until)}, which stands for {hoursText(bill.hours)}. A month has{" "}
        {bill.monthHours} hours like that. Prices: {bill.prices.name} ({bill.prices.region}, {bill.prices.date}), without the
        free tier.
      </p>
      {bill.unverified !== "" && <p className={style.unverified}>{bill.unverified}</p>}
    </section>
  );
}

function hoursText(hours: number): string {
  const minutes = hours * MINUTE;
  return minutes < 120 ? `${rateText(minutes)} min` : `${rateText(hours)} h`;
}
