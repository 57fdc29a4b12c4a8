import type { SessionUser } from "#shared/model/account.ts";

/** artworkId → true for everything the user favours. */
export type Favorites = Readonly<Record<string, true>>;

/**
 * `starting`: the first refresh is under way. `unauthenticated`: a visitor. `authenticated`: someone is signed in.
 * `failed`: the first refresh got no answer, so nobody knows; public pages work on, protected ones offer another try.
 */
export interface SessionState {
  readonly status: "starting" | "unauthenticated" | "authenticated" | "failed";
  readonly user: SessionUser | null;
  readonly favorites: Favorites;
  /** Why the session ended, for the page that one is sent to; null when there is nothing to say. */
  readonly farewell: string | null;
}

export const STARTING: SessionState = { status: "starting", user: null, favorites: {}, farewell: null };
export const VISITOR: SessionState = { status: "unauthenticated", user: null, favorites: {}, farewell: null };
export const FAILED: SessionState = { status: "failed", user: null, favorites: {}, farewell: null };

const asMap = (list: SessionUser["favorites"]): Favorites =>
  Object.fromEntries(list.map(({ artworkId }) => [artworkId, true]));

export const signedIn = (user: SessionUser): SessionState => ({
  status: "authenticated",
  user,
  favorites: asMap(user.favorites),
  farewell: null,
});

/** Adds or takes away one favourite. */
export function withFavorite(state: SessionState, artworkId: string, on: boolean): SessionState {
  const { [artworkId]: _, ...others } = state.favorites;
  return { ...state, favorites: on ? { ...others, [artworkId]: true } : others };
}

/** Changes some of the user's fields; a visitor has none to change. */
export function withUser(state: SessionState, change: Partial<SessionUser>): SessionState {
  if (!state.user) return state;
  const user = { ...state.user, ...change };
  return { ...state, user, favorites: change.favorites ? asMap(change.favorites) : state.favorites };
}
