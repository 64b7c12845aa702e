import { createStore } from "../store";
import { type Credentials, type Keeping, keepCredentials, loadCredentials } from "./credentials";

export interface Session {
  readonly credentials: Credentials | undefined;
  // The answer that made the console ask. undefined: nothing is asked.
  readonly asked: string | undefined;
}

function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

export const session = createStore<Session>({
  credentials: loadCredentials(tabStorage()),
  asked: undefined,
});

export function signIn(credentials: Credentials, keeping: Keeping): void {
  keepCredentials(tabStorage(), credentials, keeping);
  session.set({ credentials, asked: undefined });
}

export function signOut(): void {
  keepCredentials(tabStorage(), undefined, "memory");
  session.set({ credentials: undefined, asked: undefined });
}

// Opens the sign-in dialog over the view, which keeps what the user has typed.
export function askForCredentials(reason: string): void {
  const { credentials, asked } = session.get();
  if (asked === undefined) session.set({ credentials, asked: reason });
}
