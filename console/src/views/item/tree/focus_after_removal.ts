const FOCUSABLE = "input, select, textarea, button:not(:disabled)";

// A row that goes takes the focus with it. It moves to the row behind, before or above first.
export function focusAfterRemoval(button: HTMLElement): void {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.parentElement?.parentElement;
  const fields = [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  fields.find((field) => !row?.contains(field))?.focus();
}
