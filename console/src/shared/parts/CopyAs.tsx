import { Menu } from "@base-ui/react/menu";
import { useEffect, useState } from "react";

import { codeOf, LANGUAGES } from "../../data/code/languages";
import type { OperationRequest } from "../../data/code/request";
import { useCodeTarget } from "../code_target";
import { copyText } from "../copy_text";
import button from "./Button.module.css";
import style from "./CopyAs.module.css";

const SHOWN_MS = 2000;

// Copies a request as code that runs as it stands.
export function CopyAs({ request, label = "Copy as…" }: { readonly request: OperationRequest; readonly label?: string }) {
  const target = useCodeTarget();
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (text: string, name: string) =>
    copyText(text).then(
      () => setSaid(`Copied ${name}`),
      () => setSaid("The browser refuses to copy"),
    );
  return (
    <Menu.Root>
      <Menu.Trigger className={button.button}>
        <span aria-live="polite">{said === "" ? label : said}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={style.place} align="start" sideOffset={4}>
          <Menu.Popup className={style.menu}>
            {LANGUAGES.map(([language, name]) => (
              <Menu.Item
                key={language}
                className={style.item}
                onClick={() => copy(codeOf(language, request, target), name)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
