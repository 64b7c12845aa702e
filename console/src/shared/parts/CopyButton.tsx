import { useEffect, useState } from "react";

import { copyText } from "../copy_text";
import { Button } from "./Button";

const SHOWN_MS = 2000;

export function CopyButton({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    copyText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Select the text and copy it by hand"),
    );
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{said === "" ? label : said}</span>
    </Button>
  );
}
