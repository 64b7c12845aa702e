import { useEffect, useRef } from "react";

import { createStore } from "../data/store";

// A key of the console. Keys without Ctrl can be switched off: speech input types them by accident.
export interface KeyBinding {
  readonly key: string; // as KeyboardEvent.key has it
  readonly ctrl?: boolean; // Ctrl, or Meta on a Mac
  readonly label: string;
  readonly run: () => void;
}

const OFF = "stator.keys";

export const bindings = createStore<readonly KeyBinding[]>([]);
export const singleKeys = createStore(readSwitch());

function readSwitch(): boolean {
  try {
    return localStorage.getItem(OFF) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(on: boolean): void {
  singleKeys.set(on);
  try {
    localStorage.setItem(OFF, on ? "on" : "off");
  } catch {
    // Full or blocked storage. The choice lasts until the tab closes.
  }
}

// Binds keys while the component is mounted. A later binding of the same key wins.
export function useKeys(wanted: readonly KeyBinding[]): void {
  const latest = useRef(wanted);
  latest.current = wanted;
  const names = wanted.map((one) => `${one.ctrl ? "^" : ""}${one.key} ${one.label}`).join("\n");
  useEffect(() => {
    const added = latest.current.map((one, at) => ({ ...one, run: () => latest.current[at]?.run() }));
    bindings.set([...bindings.get(), ...added]);
    return () => bindings.set(bindings.get().filter((one) => !added.includes(one)));
  }, [names]);
}

export function listenForKeys(): () => void {
  const listener = (event: KeyboardEvent) => {
    const bound = bindings.get().findLast((one) => matches(one, event));
    if (bound === undefined || event.defaultPrevented) return;
    if (!bound.ctrl && (!singleKeys.get() || isTyping(event) || isModalOpen())) return;
    event.preventDefault();
    bound.run();
  };
  addEventListener("keydown", listener);
  return () => removeEventListener("keydown", listener);
}

const matches = (binding: KeyBinding, event: KeyboardEvent): boolean =>
  binding.key.toLowerCase() === event.key.toLowerCase() &&
  (binding.ctrl ?? false) === (event.ctrlKey || event.metaKey) &&
  !event.altKey;

// An event from a shadow root names the root's host as its target. The path has the real one.
function isTyping(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));
}

const isModalOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

export const keyText = (binding: KeyBinding): string =>
  binding.ctrl ? `Ctrl+${binding.key.toUpperCase()}` : binding.key;
