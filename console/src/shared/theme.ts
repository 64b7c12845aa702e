import { createStore } from "../data/store";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "stator.theme";

export const theme = createStore<Theme>(kept());

function kept(): Theme {
  try {
    return THEMES.find((name) => name === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = theme.get();
}

export function chooseTheme(chosen: Theme): void {
  theme.set(chosen);
  applyTheme();
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // Full or blocked storage. The choice lasts until the tab closes.
  }
}

export const nextTheme = (now: Theme): Theme => THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!;
