import { useEffect } from "react";
import { readOnboarding } from "#shared/contract/onboarding.ts";
import type { ResultOf } from "#shared/route.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSession, useSignedIn } from "#web/session/use-session.ts";

const LOOK_AGAIN_MS = 3_000;

type Onboarding = ResultOf<typeof readOnboarding>;

/** Everything is entered and the provider is checking: its word may come any second. */
const isChecking = ({ country, onboarded, requirements }: Onboarding) =>
  country !== null && !onboarded && requirements.length === 0;

/** How far one's onboarding is, asked anew at every visit; once it is done, the session knows too. */
export function useOnboarding() {
  const { updateUser } = useSession();
  const { id: userId, onboarded } = useSignedIn();
  const read = useRead(
    readOnboarding,
    { params: { userId } },
    {
      revalidateOnMount: true,
      revalidateOnFocus: true,
      // Made anew at each render, for SWR asks it once for as long as it stays the same.
      refreshInterval: (latest) => (latest && isChecking(latest) ? LOOK_AGAIN_MS : 0),
    },
  );
  const isDone = read.data?.onboarded ?? onboarded;
  useEffect(() => {
    if (isDone !== onboarded) updateUser({ onboarded: isDone });
  }, [isDone, onboarded, updateUser]);
  return read;
}
