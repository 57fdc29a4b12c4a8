import { useSyncExternalStore } from "react";
import type { SessionUser } from "#shared/model/account.ts";
import { session } from "./site-session.ts";
import { type SessionState, STARTING } from "./state.ts";

type Verbs = Pick<typeof session, "start" | "logIn" | "logOut" | "end" | "adopt" | "updateUser">;

const verbs: Verbs = session;

/** Who is signed in, and what can be done about it. On a server everyone is still `starting`. */
export function useSession(): SessionState & Verbs {
  const state = useSyncExternalStore(session.subscribe, session.state, () => STARTING);
  const { start, logIn, logOut, end, adopt, updateUser } = verbs;
  return { ...state, start, logIn, logOut, end, adopt, updateUser };
}

/** The signed-in user, for protected screens: their guard sees to it that there is one. */
export function useSignedIn(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("useSignedIn stands outside a protected screen");
  return user;
}
