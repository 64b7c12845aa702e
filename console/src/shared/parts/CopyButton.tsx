import { useEffect, useState } from "react";

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

// Browsers offer the clipboard on https and on loopback addresses only.
async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) throw new Error("no clipboard");
  await clipboard.writeText(text);
}
