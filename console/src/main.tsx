import "all-styles";

import { createRoot } from "react-dom/client";

import { applyTheme } from "./shared/theme";
import { Console } from "./shell/Console";

applyTheme();
const root = document.getElementById("console");
if (root !== null) createRoot(root).render(<Console />);
