import { listFollowed } from "#shared/contract/follows.ts";
import { readUser } from "#shared/contract/users.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { useRead } from "#web/api/use-read.ts";
import { useFeatures } from "#web/session/features.ts";

export type NextStep = "start" | "payouts" | "follow";

interface Progress {
  /** Count of visible artworks. */
  readonly artwork: number;
  readonly favorites: number;
  readonly follows: boolean;
  /** True if the user could set up payouts and hasn't. */
  readonly canOnboard: boolean;
}

/** The next step by the account's progress; null if there is none. */
function toNextStep({ artwork, favorites, follows, canOnboard }: Progress): NextStep | null {
  if (artwork > 0) return canOnboard ? "payouts" : null;
  if (follows) return null;
  return favorites > 0 ? "follow" : "start";
}

/** The next step of a new account; null while unknown. */
export function useNextStep({ id, name, favorites, onboarded }: SessionUser): NextStep | null {
  const { payments } = useFeatures();
  const { data: profile } = useRead(readUser, { params: { username: name } });
  const { data: followed } = useRead(listFollowed, { params: { userId: id } });
  if (!profile || !followed) return null;
  return toNextStep({
    artwork: profile.artwork,
    favorites: favorites.length,
    follows: followed.items.length > 0,
    canOnboard: payments && !onboarded,
  });
}
