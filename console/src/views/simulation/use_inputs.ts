import { useCallback } from "react";

import { goTo, useAddressPath, useAddressQuery } from "../../shared/address";
import { DEFAULTS, type InputName, type Inputs, inputsOf } from "./inputs";

export type SetInput = (name: InputName) => (value: string) => void;

// The inputs that the address holds. Defaults stay out of it.
export function useInputs(): [inputs: Inputs, set: SetInput] {
  const [path] = useAddressPath();
  const query = useAddressQuery();
  const set = useCallback(
    (name: InputName) => (value: string) => {
      const members = new URLSearchParams(query);
      if (value === DEFAULTS[name]) members.delete(name);
      else members.set(name, value);
      const rest = members.toString();
      goTo(rest === "" ? path : `${path}?${rest}`, { replace: true });
    },
    [path, query],
  );
  return [inputsOf(query), set];
}
