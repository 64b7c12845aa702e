import { useCallback, useSyncExternalStore } from "react";

// The address behind `#` holds the view and its state: `#/tables/orders?change=billing`. Nothing of
// it reaches the server. wouter's own hash hook would put the query in front of the `#`.

function fragment(): string {
  const hash = location.hash.replace(/^#/, "");
  return hash.startsWith("/") ? hash : `/${hash}`;
}

const split = (address: string): [path: string, query: string] => {
  const [path = "/", query = ""] = address.split(/\?(.*)/s);
  return [path, query];
};

// Says whether the user may go from an address to another. A view with unsaved changes says no, and
// asks. The browser's Back has changed the address before anybody is asked, so both are given.
type Guard = (to: string, from: string) => boolean;

let guard: Guard | undefined;
let shown = "";

export function guardLeaving(by: Guard): () => void {
  guard = by;
  return () => {
    if (guard === by) guard = undefined;
  };
}

function subscribe(listener: () => void): () => void {
  shown = fragment();
  const guarded = () => {
    if (!bringsBack()) listener();
  };
  addEventListener("hashchange", guarded);
  addEventListener("popstate", guarded);
  return () => {
    removeEventListener("hashchange", guarded);
    removeEventListener("popstate", guarded);
  };
}

// The browser's Back has changed the address already. If the guard says no, the one before returns.
function bringsBack(): boolean {
  const to = fragment();
  if (to === shown || guard === undefined || guard(to, shown)) {
    shown = to;
    return false;
  }
  history.pushState(null, "", `#${shown}`);
  return true;
}

// `unsaved`: the user has been asked, or nothing is lost.
export function goTo(address: string, { replace = false, unsaved = false } = {}): void {
  if (address === fragment() || (!unsaved && guard !== undefined && !guard(address, shown))) return;
  history[replace ? "replaceState" : "pushState"](null, "", `#${address}`);
  shown = address;
  dispatchEvent(new HashChangeEvent("hashchange"));
}

const path = (): string => split(fragment())[0];
const query = (): string => split(fragment())[1];

// The hooks that wouter's Router takes.
export function useAddressPath(): [string, typeof goTo] {
  return [useSyncExternalStore(subscribe, path), goTo];
}
useAddressPath.hrefs = (href: string): string => `#${href}`;

export const useAddressQuery = (): string => useSyncExternalStore(subscribe, query);

// One member of the address's query, as state. An empty text removes it.
export function useParameter(
  name: string,
): [value: string, set: (value: string, options?: { replace?: boolean }) => void] {
  const value = new URLSearchParams(useAddressQuery()).get(name) ?? "";
  const set = useCallback(
    (next: string, options: { replace?: boolean } = { replace: true }) => {
      const [here, members] = split(fragment());
      goTo(withParameter(here, members, name, next), options);
    },
    [name],
  );
  return [value, set];
}

function withParameter(here: string, members: string, name: string, value: string): string {
  const parameters = new URLSearchParams(members);
  if (value === "") parameters.delete(name);
  else parameters.set(name, value);
  const rest = parameters.toString();
  return rest === "" ? here : `${here}?${rest}`;
}

export const tableAddress = (name: string): string => `/tables/${encodeURIComponent(name)}`;

// The table whose place a path is, whether the table exists or not.
export function tableNameIn(path: string): string | undefined {
  const [, encoded] = /^\/tables\/([^/]+)/.exec(path) ?? [];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
