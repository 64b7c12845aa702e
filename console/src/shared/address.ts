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

function subscribe(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  addEventListener("popstate", listener);
  return () => {
    removeEventListener("hashchange", listener);
    removeEventListener("popstate", listener);
  };
}

export function goTo(address: string, { replace = false } = {}): void {
  if (address === fragment()) return;
  history[replace ? "replaceState" : "pushState"](null, "", `#${address}`);
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
