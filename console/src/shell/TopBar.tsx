import { lazy, Suspense } from "react";

import { session, signOut } from "../data/requests/session";
import { Button } from "../shared/parts/Button";
import { useStore } from "../shared/use_store";
import { Boundary } from "./Boundary";
import { ServiceClock } from "./clock/ServiceClock";
import { HealthStatus } from "./HealthStatus";
import { ThemeChoice } from "./ThemeChoice";
import style from "./TopBar.module.css";

const ClockPanel = lazy(() => import("./clock/ClockPanel"));

export function TopBar(properties: {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly onPalette: () => void;
  readonly onKeys: () => void;
  readonly clockOpen: boolean;
  readonly onClock: () => void;
}) {
  const { menuOpen, onMenu, onPalette, onKeys, clockOpen, onClock } = properties;
  const { credentials } = useStore(session);
  return (
    <header className={style.bar}>
      <div className={style.menu}>
        <Button aria-expanded={menuOpen} aria-controls="sidebar" onClick={onMenu}>
          Tables
        </Button>
      </div>
      <a className={style.name} href="#/tables">
        Stator
      </a>
      <Button className={style.palette} onClick={onPalette}>
        <span>Go to…</span> <kbd>Ctrl+K</kbd>
      </Button>
      <div className={style.facts}>
        <ServiceClock open={clockOpen} toggle={onClock} />
        <HealthStatus />
        {credentials !== undefined && (
          <Button kind="quiet" onClick={signOut} title={`Signed in as ${credentials.accessKey}`}>
            Sign out
          </Button>
        )}
        <ThemeChoice />
        <Button kind="quiet" onClick={onKeys}>
          Keys <kbd>?</kbd>
        </Button>
      </div>
      {clockOpen && (
        <Boundary place="clock">
          <Suspense>
            <ClockPanel close={onClock} />
          </Suspense>
        </Boundary>
      )}
    </header>
  );
}
