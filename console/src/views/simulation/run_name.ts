import { createContext } from "react";

// "A: " and "B: " where two runs stand side by side, so that their parts have names of their own.
export const RunName = createContext("");
