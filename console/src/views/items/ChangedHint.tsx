import { useState } from "react";

import { rowCount, type View } from "../../data/rows/read_view";
import { plural } from "../../data/values/amounts";
import { Button } from "../../shared/parts/Button";

// Other programs write as well. The rows stay as they were read until the user wants them anew.
export function ChangedHint({ view, refresh }: { readonly view: View; readonly refresh: () => void }) {
  const now = rowCount(view);
  const [before] = useState(now);
  if (now === undefined || before === undefined || now === before) return null;
  const text = now > before ? `${plural(now - before, "more item")} now` : `${plural(before - now, "item")} fewer now`;
  return <Button onClick={refresh}>{text}: refresh</Button>;
}
