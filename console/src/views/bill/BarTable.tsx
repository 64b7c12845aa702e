import { dollarsText } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import { useColours } from "../../shared/picture/colours";
import { SaveButtons } from "../../shared/picture/SaveButtons";
import { type Bar, barsSvg } from "./bars_svg";
import style from "./BarTable.module.css";
import { type Group, SUBJECT_COLOURS, SUBJECTS } from "./groups";

const NOTHING = 0.0000005; // the server's figures end there

// Rows with their dollars as bars: one scale for all rows, one colour for each subject.
export function BarTable(properties: {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly all: number;
  readonly open?: (label: string) => void; // makes the labels of whole groups buttons
}) {
  const { title, groups, all, open } = properties;
  const used = SUBJECTS.filter(([subject]) => groups.some(({ parts }) => parts[subject] > 0));
  const colours = useColours();
  const largest = Math.max(...groups.map(({ dollars }) => dollars), NOTHING);
  return (
    <section aria-label={title} className={style.section}>
      <div className={style.head}>
        <h2>{title}</h2>
        <ul className={style.legend} aria-hidden>
          {used.map(([subject, name]) => (
            <li key={subject}>
              <span className={`${style.swatch} ${style[subject]}`} /> {name}
            </li>
          ))}
        </ul>
        <div className={style.files}>
          <SaveButtons title={title} draw={() => barsSvg(title, used.map(([subject, name]) => [name, SUBJECT_COLOURS[subject]]), groups.map(barOf), colours)} />
        </div>
      </div>
      <div className={style.scroll} tabIndex={0} role="region" aria-label={`${title} by dollars`}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Share</th>
              {used.map(([subject, name]) => (
                <th key={subject} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">A month</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => (
              <tr key={group.id} className={group.inner ? style.inner : undefined}>
                <th scope="row">
                  {open !== undefined && !group.inner ? (
                    <Button kind="quiet" onClick={() => open(group.label)}>
                      <Text value={group.label} />
                    </Button>
                  ) : (
                    <Text value={group.label} />
                  )}
                </th>
                <td className={style.bars}>
                  <span className={style.bar} title={all > 0 ? `${Math.round((group.dollars / all) * 100)} % of the month` : ""}>
                    {used.map(([subject]) => (
                      <span
                        key={subject}
                        className={style[subject]}
                        style={{ width: `${(group.parts[subject] / largest) * 100}%` }}
                      />
                    ))}
                  </span>
                </td>
                {used.map(([subject]) => (
                  <td key={subject}>{group.parts[subject] > 0 ? dollarsText(group.parts[subject]) : ""}</td>
                ))}
                <td>{dollarsText(group.dollars)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const barOf = ({ label, inner, parts, dollars }: Group): Bar => ({
  label,
  isInner: inner,
  parts: SUBJECTS.map(([subject]) => [parts[subject], SUBJECT_COLOURS[subject]]),
  dollars,
});
