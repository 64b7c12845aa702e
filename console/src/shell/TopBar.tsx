import { session, signOut } from "../data/requests/session";
import { Button } from "../shared/parts/Button";
import { useStore } from "../shared/use_store";
import { HealthStatus } from "./HealthStatus";
import { ServiceClock } from "./ServiceClock";
import { ThemeChoice } from "./ThemeChoice";
import style from "./TopBar.module.css";

export function TopBar(properties: {
  readonly menuOpen: boolean;
  readonly onMenu: () => void;
  readonly onPalette: () => void;
  readonly onKeys: () => void;
}) {
  const { menuOpen, onMenu, onPalette, onKeys } = properties;
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
        <ServiceClock />
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
    </header>
  );
}
