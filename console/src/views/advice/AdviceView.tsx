import { useQuery } from "@tanstack/react-query";

import { readAdvice } from "../../data/requests/advice";
import { Empty } from "../../shared/parts/Empty";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { LinkButton } from "../../shared/parts/LinkButton";
import { Page } from "../../shared/parts/Page";
import { Waiting } from "../../shared/parts/Waiting";
import { AdviceList } from "./AdviceList";
import style from "./AdviceView.module.css";
import { Transactions } from "./Transactions";

const READ_EVERY_MS = 5000;

// The server's advice to programs, and the transactions that are held.
export default function AdviceView() {
  const { data, error, isPending } = useQuery({
    queryKey: ["advice"],
    queryFn: ({ signal }) => readAdvice(signal),
    refetchInterval: READ_EVERY_MS,
  });
  return (
    <Page title="Advice">
      <section className={style.section} aria-labelledby="shapes">
        <h2 id="shapes">Requests that waste units</h2>
        {isPending && <Waiting label="Reading the advice" />}
        <ErrorNote error={error} />
        {data !== undefined && data.length > 0 && <AdviceList lines={data} />}
        {data !== undefined && data.length === 0 && (
          <Empty title="No request wastes units">
            <p>
              The server watches the reads of your programs since it started. A shape of requests appears here when it
              reads ten times what it returns, scans a table again and again, or reads large items for small answers.
            </p>
            <LinkButton to="/operations">Send a request</LinkButton>
          </Empty>
        )}
      </section>
      <Transactions />
    </Page>
  );
}
