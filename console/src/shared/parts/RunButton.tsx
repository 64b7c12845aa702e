import type { Action } from "../use_action";
import { Button } from "./Button";

// Starts an action. While it runs it says so, and a second button stops it.
export function RunButton(properties: {
  readonly action: Action;
  readonly text: string;
  readonly runningText: string;
  readonly kind?: "primary" | "danger";
  readonly disabled?: boolean;
  readonly onClick?: () => void; // absent: the button submits its form
}) {
  const { action, text, runningText, kind = "primary", disabled = false, onClick } = properties;
  return (
    <>
      <Button
        kind={kind}
        type={onClick === undefined ? "submit" : "button"}
        disabled={disabled || action.running}
        onClick={onClick}
      >
        {action.slow ? runningText : text}
      </Button>
      {action.slow && <Button onClick={action.stop}>Stop</Button>}
    </>
  );
}
