import controls from "../shared/parts/controls.module.css";
import { chooseTheme, type Theme, theme, THEMES } from "../shared/theme";
import { useStore } from "../shared/use_store";
import style from "./ThemeChoice.module.css";

const TEXTS: { readonly [name in Theme]: string } = { system: "System", light: "Light", dark: "Dark" };

export function ThemeChoice() {
  const chosen = useStore(theme);
  return (
    <label className={style.theme}>
      <span>Theme</span>
      <select
        className={controls.control}
        value={chosen}
        onChange={(event) => chooseTheme(event.target.value as Theme)}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {TEXTS[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
