import { useEffect, useMemo, useRef, useState } from "react";

import { type BuiltRequest, emptyInput } from "../../data/operations/operations";
import { addressText, requestOfText } from "../../data/operations/request_text";
import { useParameter } from "../../shared/address";

const WRITTEN_AFTER_MS = 400; // browsers bound how often a page may change its address

// Browsers refuse addresses of 2 MB, and a character may take three there.
const ADDRESS_CHARS_MAX = 500_000;

interface Read {
  readonly request: BuiltRequest;
  readonly problem: string;
}

function read(text: string, table: string): Read {
  const first: BuiltRequest = { operation: "Query", input: emptyInput("Query", table) };
  if (text === "") return { request: first, problem: "" };
  try {
    return { request: requestOfText(text), problem: "" };
  } catch (error) {
    return { request: first, problem: `The address holds no request. ${error instanceof Error ? error.message : ""}` };
  }
}

// The request that the view shows. The address holds it, so that a reload or a link brings it back.
export function useRequest(table: string) {
  const [inAddress, write] = useParameter("request");
  const [state, setState] = useState(() => ({ ...read(inAddress, table), isOwn: inAddress !== "" }));
  const known = useRef(inAddress);

  useEffect(() => {
    if (inAddress === known.current) return;
    known.current = inAddress; // Back, a link or a new address
    setState({ ...read(inAddress, table), isOwn: inAddress !== "" });
  }, [inAddress, table]);

  // A request that nobody has touched follows the first table.
  const shown = useMemo(() => (state.isOwn ? state.request : read("", table).request), [state, table]);

  useEffect(() => {
    if (!state.isOwn || state.problem !== "") return;
    const timer = setTimeout(() => {
      const text = addressText(state.request);
      if (text === known.current || text.length > ADDRESS_CHARS_MAX) return;
      known.current = text;
      write(text);
    }, WRITTEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, write]);

  const setRequest = (request: BuiltRequest) => setState({ request, problem: "", isOwn: true });
  // Another request, to which Back leads back.
  const openRequest = (request: BuiltRequest) => {
    const text = addressText(request);
    setState({ request, problem: "", isOwn: true });
    if (text.length > ADDRESS_CHARS_MAX) return;
    known.current = text;
    write(text, { replace: false });
  };
  const isTooLong = state.isOwn && lengthOf(shown) > ADDRESS_CHARS_MAX;
  const problem = isTooLong ? "The request is too long for an address: a reload loses it. Save it with a name." : state.problem;
  return { request: shown, problem, setRequest, openRequest };
}

const lengths = new WeakMap<BuiltRequest, number>();

function lengthOf(request: BuiltRequest): number {
  const known = lengths.get(request);
  if (known !== undefined) return known;
  const { length } = addressText(request);
  lengths.set(request, length);
  return length;
}
