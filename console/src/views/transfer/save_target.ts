import { blobTarget, diskTarget, type Target } from "../../data/transfer/target";

// Chromium asks for a file on disk, on https and on loopback addresses.
interface FilePicker {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
}

const picker = (): FilePicker["showSaveFilePicker"] => (globalThis as FilePicker).showSaveFilePicker?.bind(globalThis);

export const canWriteToDisk = (): boolean => picker() !== undefined;

// Where the browser can write a file while the export runs, the user chooses it first.
// Errors: throws AbortError if the user chooses none.
export async function chooseTarget(name: string): Promise<Target> {
  const pick = picker();
  if (pick === undefined) return blobTarget();
  const handle = await pick({ suggestedName: name });
  return diskTarget(await handle.createWritable());
}
