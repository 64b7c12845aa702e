import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";

import { isOfShape } from "../../data/operations/advised_request";
import type { Outcome } from "../../data/operations/send_request";
import { readAdvice } from "../../data/requests/advice";
import { Text } from "../../shared/parts/Text";
import { adviceAddress } from "../../shared/view_addresses";
import style from "./Explained.module.css";

// The server's advice on the shape of this request. It judges all of the shape's reads.
export function ServerAdvice({ outcome }: { readonly outcome: Outcome }) {
  const { data } = useQuery({ queryKey: ["advice", outcome.began], queryFn: ({ signal }) => readAdvice(signal), gcTime: 0 });
  const lines = (data ?? []).filter((line) => isOfShape(line, outcome.request));
  return lines.map((line) => (
    <p key={line.finding} className={style.remark}>
      <Text value={line.advice} /> <Link href={adviceAddress()}>All advice</Link>
    </p>
  ));
}
