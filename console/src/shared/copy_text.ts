// Browsers offer the clipboard on https and on loopback addresses only.
export async function copyText(text: string): Promise<void> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) throw new Error("no clipboard");
  await clipboard.writeText(text);
}
