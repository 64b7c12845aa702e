import { useParameter } from "../../shared/address";
import { type SpanText, spanOf, type Still, stillOf } from "./capacity_place";

// The table or index and the times of the address.
export function usePlace(): { readonly index: string | undefined; readonly still: Still | undefined; readonly span: SpanText } {
  const [index] = useParameter("index");
  const [from] = useParameter("from");
  const [to] = useParameter("to");
  const [span] = useParameter("span");
  return { index: index === "" ? undefined : index, still: stillOf(from, to), span: spanOf(span) };
}
