import { useParameter } from "../../shared/address";
import { type ItemLayout, LAYOUTS } from "./layout";

const STORED = "stator.items.layout";

// The layout of the address, else the one that was chosen last, else the one that suits the keys.
export function useLayout(hasSortKey: boolean): [ItemLayout, (layout: ItemLayout) => void] {
  const [said, setSaid] = useParameter("layout");
  const layout = layoutOf(said) ?? layoutOf(stored()) ?? (hasSortKey ? "collections" : "grid");
  const choose = (chosen: ItemLayout) => {
    store(chosen);
    setSaid(chosen);
  };
  return [layout, choose];
}

const layoutOf = (text: string): ItemLayout | undefined => LAYOUTS.find(([name]) => name === text)?.[0];

function stored(): string {
  try {
    return localStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}

function store(layout: ItemLayout): void {
  try {
    localStorage.setItem(STORED, layout);
  } catch {
    // Full or blocked storage. The address holds the layout.
  }
}
