import { useEffect, useRef, useState } from "react";

import { useParameter } from "../../shared/address";
import { type Draft, draftOf, textOf } from "../../shared/table_forms/draft";

const WRITTEN_AFTER_MS = 400; // browsers bound how often a page may change its address

// The form's draft. The address holds it, so that a reload or a link brings it back.
export function useDraft(): [Draft, (draft: Draft) => void] {
  const [inAddress, write] = useParameter("draft");
  const [draft, setDraft] = useState(() => draftOf(inAddress));
  const known = useRef(inAddress); // the address's text that belongs to the draft

  useEffect(() => {
    if (inAddress === known.current) return;
    known.current = inAddress; // Back, a link or a new address
    setDraft(draftOf(inAddress));
  }, [inAddress]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const text = textOf(draft);
      if (JSON.stringify(draft) === JSON.stringify(draftOf(known.current))) return;
      known.current = text;
      write(text);
    }, WRITTEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, write]);
  return [draft, setDraft];
}
