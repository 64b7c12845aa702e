import { FORMAT_NAMES, FORMATS } from "../../data/transfer/formats";
import style from "./FormatFacts.module.css";
import { FORMAT_FACTS } from "./format_facts";

// The formats that a file may have, with a line of each.
export const FormatFacts = () => (
  <section className={style.formats} aria-label="Formats">
    <h2>What a file may hold</h2>
    <dl>
      {FORMATS.map((format) => (
        <div key={format}>
          <dt>{FORMAT_NAMES[format]}</dt>
          <dd>
            <p>{FORMAT_FACTS[format].reads}</p>
            <pre tabIndex={0}>{FORMAT_FACTS[format].example}</pre>
          </dd>
        </div>
      ))}
    </dl>
    <p>Each of them may be compressed with gzip. An item replaces one that has the same key.</p>
  </section>
);
