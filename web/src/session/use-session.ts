import { useSyncExternalStore } from "react";
import type { SessionUser } from "#shared/model/account.ts";
import { session } from "./browser-session.ts";
import { type SessionState, STARTING } from "./session-state.ts";

type Actions = Pick<typeof session, "start" | "logIn" | "begin" | "logOut" | "end" | "replaceSession" | "updateUser">;

const actions: Actions = session;

/** The session state and its actions. On a server the state is always `starting`. */
export function useSession(): SessionState & Actions {
  const state = useSyncExternalStore(session.subscribe, session.state, () => STARTING);
  const { start, logIn, begin, logOut, end, replaceSession, updateUser } = actions;
  return { ...state, start, logIn, begin, logOut, end, replaceSession, updateUser };
}

/** The signed-in user, or null; rerenders only when the user changes. */
export const useUser = (): SessionUser | null =>
  useSyncExternalStore(
    session.subscribe,
    () => session.state().user,
    () => null,
  );

/** The signed-in user, for protected screens: their guard renders them only when there is one. */
export function useSignedIn(): SessionUser {
  const user = useUser();
  if (!user) throw new Error("useSignedIn must be used within a protected screen");
  return user;
}
