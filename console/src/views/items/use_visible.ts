import { useCallback, useState } from "react";

import { noteStart, startOf } from "./starts";

interface Visible {
  readonly first: number;
  readonly end: number;
}

// The rows that the user sees. A view begins where its user has left it; the rows of one entity
// begin at their first one.
export function useVisible(view: string, isListed: boolean) {
  const [visible, setVisible] = useState<Visible>({ first: 0, end: 0 });
  const [firstRow] = useState(() => (isListed ? 0 : startOf(view)));
  const onVisible = useCallback(
    (first: number, end: number) => {
      setVisible({ first, end });
      if (!isListed && end > 1) noteStart(view, first);
    },
    [view, isListed],
  );
  return { visible, firstRow, onVisible };
}
