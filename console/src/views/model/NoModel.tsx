import { Empty } from "../../shared/parts/Empty";

// An empty view says what belongs there and how to get it.
export function NoModel() {
  return (
    <Empty title="No model is open">
      <p>
        A model says what data there is, how it is read and written, and by which keys. Type one on the left, or choose{" "}
        <strong>Open…</strong> for an example, a file of the server, or a file of another tool. Files can be dropped on
        that dialog, too.
      </p>
    </Empty>
  );
}
