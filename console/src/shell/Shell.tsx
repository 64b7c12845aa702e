import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";

import { session } from "../data/requests/session";
import { goTo, useAddressPath } from "../shared/address";
import { useKeys } from "../shared/keys";
import { chooseTheme, nextTheme, theme } from "../shared/theme";
import { useStore } from "../shared/use_store";
import { Boundary } from "./Boundary";
import { KeysHelp } from "./KeysHelp";
import { ServerBanner } from "./ServerBanner";
import style from "./Shell.module.css";
import { Sidebar } from "./Sidebar";
import { SignIn } from "./SignIn";
import { TopBar } from "./TopBar";
import { useReadsAfterSignIn } from "./use_reads_after_sign_in";
import { loadAhead, Views } from "./Views";

const Palette = lazy(() => import("./Palette"));

type Overlay = "palette" | "keys" | undefined;

export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>();
  const [clockOpen, openClock] = useState(false);
  const [menuAt, setMenuAt] = useState<string>(); // the address where the narrow menu was opened
  const [path] = useAddressPath();
  const { asked } = useStore(session);
  const menuOpen = menuAt === path;
  const close = () => setOverlay(undefined);
  const toggleClock = () => {
    openClock(!clockOpen);
    if (clockOpen) document.getElementById("service-clock")?.focus();
  };
  const filterTables = () => {
    flushSync(() => setMenuAt(path)); // a hidden field takes no focus
    document.querySelector<HTMLElement>("#sidebar input")?.focus();
  };
  useReadsAfterSignIn();
  useKeys([
    { key: "k", ctrl: true, label: "Open the palette", run: () => setOverlay("palette") },
    { key: "?", label: "Show the keys", run: () => setOverlay("keys") },
    { key: "/", label: "Filter the tables", run: filterTables },
    { key: "c", label: "Create a table", run: () => goTo("/create") },
    { key: "l", label: "List the tables", run: () => goTo("/tables") },
    { key: "o", label: "Turn the clock", run: toggleClock },
    { key: "t", label: "Change the theme", run: () => chooseTheme(nextTheme(theme.get())) },
  ]);
  return (
    <div className={style.shell} onPointerOver={loadAhead} onFocus={loadAhead}>
      <a
        className={style.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("content")?.focus();
        }}
      >
        Skip to content
      </a>
      <TopBar
        menuOpen={menuOpen}
        onMenu={() => setMenuAt(menuOpen ? undefined : path)}
        onPalette={() => setOverlay("palette")}
        onKeys={() => setOverlay("keys")}
        clockOpen={clockOpen}
        onClock={toggleClock}
      />
      <Sidebar open={menuOpen} />
      <main id="content" tabIndex={-1} className={style.content}>
        <ServerBanner />
        <Boundary place={path}>
          <Views />
        </Boundary>
      </main>
      {overlay === "keys" && <KeysHelp close={close} />}
      {overlay === "palette" && (
        <Boundary place={path}>
          <Suspense>
            <Palette close={close} showKeys={() => setOverlay("keys")} turnClock={() => openClock(true)} />
          </Suspense>
        </Boundary>
      )}
      {asked !== undefined && <SignIn reason={asked} />}
    </div>
  );
}
