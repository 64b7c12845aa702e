import { useRef, useState } from "react";

import type { Credentials, Keeping } from "../data/requests/credentials";
import { travelsInClear } from "../data/requests/place";
import { send } from "../data/requests/send";
import { session, signIn } from "../data/requests/session";
import { Actions } from "../shared/parts/Actions";
import { Checkbox } from "../shared/parts/Checkbox";
import { ErrorNote } from "../shared/parts/ErrorNote";
import { Modal } from "../shared/parts/Modal";
import { RunButton } from "../shared/parts/RunButton";
import { Text } from "../shared/parts/Text";
import { TextField } from "../shared/parts/TextField";
import { useAction } from "../shared/use_action";
import style from "./SignIn.module.css";

// Asks for credentials above the view. The secret never leaves the browser.
export function SignIn({ reason }: { readonly reason: string }) {
  const [accessKey, setAccessKey] = useState(session.get().credentials?.accessKey ?? "");
  const [secretKey, setSecretKey] = useState("");
  const [token, setToken] = useState("");
  const [keeping, setKeeping] = useState<Keeping>("memory");
  const first = useRef<HTMLInputElement>(null);
  const action = useAction(async (signal) => {
    const credentials: Credentials = { accessKey: accessKey.trim(), secretKey: secretKey.trim(), token: token.trim() };
    await send({ method: "GET", path: "/_stator/health", accepted: [503], credentials, signal });
    signIn(credentials, keeping);
  });
  const complete = accessKey.trim() !== "" && secretKey.trim() !== "";
  return (
    <Modal title="Sign in" focus={first}>
      <form
        className={style.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (complete) action.run();
        }}
      >
        <p>
          The server takes signed requests only. It answered: <Text value={reason} />
        </p>
        {travelsInClear(location) && (
          <p className={style.warning}>
            This connection is not encrypted. The secret stays in this browser, but others can read and repeat what you
            send.
          </p>
        )}
        <TextField ref={first} label="Access key ID" mono value={accessKey} onChange={setAccessKey} required />
        <TextField label="Secret access key" type="password" mono value={secretKey} onChange={setSecretKey} required />
        <TextField
          label="Session token"
          type="password"
          mono
          value={token}
          onChange={setToken}
          hint="Only for a temporary key."
        />
        <Checkbox checked={keeping === "tab"} onChange={(kept) => setKeeping(kept ? "tab" : "memory")}>
          Keep them in this tab until it closes
        </Checkbox>
        <ErrorNote error={action.error} />
        <Actions>
          <RunButton action={action} text="Sign in" runningText="Signing in…" disabled={!complete} />
        </Actions>
      </form>
    </Modal>
  );
}
