import { type KeptRequest, loadKept, type Shelf, storeKept } from "../../data/operations/kept";
import { createStore, type Store } from "../../data/store";
import { useStore } from "../../shared/use_store";

interface Kept {
  readonly requests: readonly KeptRequest[];
  readonly isForgetful: boolean; // the browser's storage refuses them
}

function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

const shelf = (name: Shelf): Store<Kept> => createStore<Kept>({ requests: loadKept(storage(), name), isForgetful: false });
const SHELVES: { readonly [name in Shelf]: Store<Kept> } = { history: shelf("history"), saved: shelf("saved") };

export const useKept = (name: Shelf): Kept => useStore(SHELVES[name]);

// Other tabs may have kept requests since, so the change begins with what the storage holds.
export function keep(name: Shelf, change: (requests: readonly KeptRequest[]) => KeptRequest[]): void {
  const store = SHELVES[name];
  const { requests: shown, isForgetful } = store.get();
  const requests = change(isForgetful ? shown : loadKept(storage(), name));
  store.set({ requests, isForgetful: !storeKept(storage(), name, requests) });
}
