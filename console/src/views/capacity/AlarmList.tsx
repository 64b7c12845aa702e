import type { Alarm } from "../../data/requests/alarms";
import { rateText } from "../../data/values/amounts";
import { Status } from "../../shared/parts/Status";
import { Text } from "../../shared/parts/Text";
import { timeText } from "../../shared/picture/ticks";
import { indexOfAlarm } from "../../data/requests/alarms";
import style from "./lists.module.css";

const COMPARISONS: { readonly [name: string]: string } = {
  GreaterThanThreshold: ">",
  GreaterThanOrEqualToThreshold: "≥",
  LessThanThreshold: "<",
  LessThanOrEqualToThreshold: "≤",
};

const TONES = { OK: "good", ALARM: "bad", INSUFFICIENT_DATA: "quiet" } as const;
const STATES = { OK: "OK", ALARM: "Alarm", INSUFFICIENT_DATA: "Not enough data" } as const;

// The alarms on metrics of the table, those of scaling included.
export function AlarmList({ alarms }: { readonly alarms: readonly Alarm[] | undefined }) {
  return (
    <section className={style.section} aria-label="Alarms">
      <h2>Alarms</h2>
      {alarms?.length === 0 && (
        <p className={style.none}>
          No alarm watches this table. CloudWatch's PutMetricAlarm on the server's port makes one; scaling makes its own.
        </p>
      )}
      {alarms !== undefined && alarms.length > 0 && (
        <div className={style.scroll} tabIndex={0} role="region" aria-label="Alarms of the table">
          <table className={style.table}>
            <thead>
              <tr>
                <th scope="col">Alarm</th>
                <th scope="col">State</th>
                <th scope="col">Condition</th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {alarms.map((alarm) => (
                <tr key={alarm.AlarmName} title={alarm.StateReason}>
                  <th scope="row">
                    <Text value={alarm.AlarmName} />
                  </th>
                  <td>
                    <Status tone={TONES[alarm.StateValue]} text={STATES[alarm.StateValue]} />
                  </td>
                  <td>
                    <Text value={conditionText(alarm)} />
                  </td>
                  <td>{timeText(Math.floor(alarm.StateUpdatedTimestamp))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

export function conditionText(alarm: Alarm): string {
  const index = indexOfAlarm(alarm);
  const stat = alarm.Statistic ?? alarm.ExtendedStatistic ?? "";
  const subject = `${stat} ${alarm.MetricName ?? "of an expression"}${index === undefined ? "" : ` of ${index}`}`;
  const bound = `${COMPARISONS[alarm.ComparisonOperator] ?? alarm.ComparisonOperator} ${rateText(alarm.Threshold ?? 0)}`;
  return `${subject} ${bound}, ${alarm.EvaluationPeriods} × ${alarm.Period ?? 60} s`;
}
