import { useEffect, useRef } from "react";
import { readOnboarding } from "#shared/contract/onboarding.ts";
import type { RouteResult } from "#shared/route.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSession, useSignedIn } from "#web/session/use-session.ts";

/** Growing polling interval in milliseconds. */
const POLL = { first: 3_000, growth: 1.5, longest: 60_000 } as const;

type Onboarding = RouteResult<typeof readOnboarding>;

/** True while Stripe verifies complete data or its event is pending. */
const isChecking = ({ country, onboarded, requirements }: Onboarding) =>
  country !== null && !onboarded && requirements.length === 0;

/** State of the user's onboarding, loaded at every visit; its completion updates the session. */
export function useOnboarding() {
  const { updateUser } = useSession();
  const { id: userId, onboarded } = useSignedIn();
  const polls = useRef(0);
  const read = useRead(
    readOnboarding,
    { params: { userId } },
    {
      revalidateOnMount: true,
      revalidateOnFocus: true,
      // Inline, because SWR calls the same function only once.
      refreshInterval: (latest) => {
        if (!latest || !isChecking(latest)) return 0;
        const pause = POLL.first * POLL.growth ** polls.current++;
        return Math.min(pause, POLL.longest);
      },
    },
  );
  const isDone = read.data?.onboarded ?? onboarded;
  useEffect(() => {
    if (isDone !== onboarded) updateUser({ onboarded: isDone });
  }, [isDone, onboarded, updateUser]);
  return read;
}
