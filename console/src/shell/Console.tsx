import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useEffect } from "react";
import { Router } from "wouter";

import { useAddressPath, useAddressQuery } from "../shared/address";
import { listenForKeys } from "../shared/keys";
import { queryClient } from "../shared/live/queries";
import { Boundary } from "./Boundary";
import { Shell } from "./Shell";

export function Console() {
  useEffect(listenForKeys, []);
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router hook={useAddressPath} searchHook={useAddressQuery}>
          <Boundary place="console">
            <Shell />
          </Boundary>
        </Router>
      </QueryClientProvider>
    </StrictMode>
  );
}
