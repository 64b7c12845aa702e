import { useState } from "react";

import type { Finding } from "../../data/requests/workbench_shapes";
import { Button } from "../../shared/parts/Button";
import { Text } from "../../shared/parts/Text";
import { FindingPage } from "./FindingPage";
import { LineButton } from "./LineButton";
import type { GoTo } from "./ModelPanels";
import style from "./Panel.module.css";

// Faults of the design or of the text, each with its cure and its page of the documentation.
export function FindingsPanel({ findings, isEmpty, goTo }: { readonly findings: readonly Finding[]; readonly isEmpty: boolean; readonly goTo: GoTo }) {
  const [page, setPage] = useState<string | undefined>(undefined);
  if (findings.length === 0) {
    return <p className={style.quiet}>{isEmpty ? "Faults of the design appear here, with their cures." : "No findings."}</p>;
  }
  return (
    <>
      <ul className={style.list}>
        {findings.map((finding, at) => (
          <li key={at} className={`${style.entry} ${finding.severity === "note" ? "" : style[finding.severity]}`}>
            <div className={style.head}>
              <strong>
                <LineButton line={finding.line} column={finding.column} goTo={goTo}>
                  {finding.subject === "" ? `Line ${finding.line}` : <Text value={finding.subject} />}
                </LineButton>
              </strong>
              <span>
                {finding.severity}: {finding.code}
              </span>
              {finding.code !== "syntax" && (
                <Button kind="quiet" onClick={() => setPage(finding.code)}>
                  Why this matters
                </Button>
              )}
            </div>
            <p>
              <Text value={finding.message} />
            </p>
            {finding.cure !== "" && (
              <p className={style.figures}>
                Cure: <Text value={finding.cure} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {page !== undefined && <FindingPage code={page} close={() => setPage(undefined)} />}
    </>
  );
}
