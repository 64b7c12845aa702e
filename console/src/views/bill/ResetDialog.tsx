import { resetBill } from "../../data/requests/bill";
import { queryClient } from "../../shared/live/queries";
import { Actions } from "../../shared/parts/Actions";
import { Button } from "../../shared/parts/Button";
import { ErrorNote } from "../../shared/parts/ErrorNote";
import { Modal } from "../../shared/parts/Modal";
import { RunButton } from "../../shared/parts/RunButton";
import { useAction } from "../../shared/use_action";

// A reset forgets the counted traffic, so the dialog asks first.
export function ResetDialog({ close }: { readonly close: () => void }) {
  const reset = useAction(async (signal) => {
    await resetBill(signal);
    await queryClient.invalidateQueries({ queryKey: ["bill"] });
    close();
  });
  return (
    <Modal title="Reset the bill" close={close}>
      <p>The server forgets what it has counted and begins a new bill. Items and tables stay. Keep the bill first if you want to compare.</p>
      <ErrorNote error={reset.error} />
      <Actions>
        <RunButton action={reset} kind="danger" text="Reset the bill" runningText="Resetting…" onClick={reset.run} />
        <Button onClick={close}>Cancel</Button>
      </Actions>
    </Modal>
  );
}
