import { useEffect } from "react";
import { readOnboarding } from "#shared/contract/onboarding.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSession, useSignedIn } from "#web/session/use-session.ts";

/** How far one's onboarding is, asked anew at every visit; once it is done, the session knows too. */
export function useOnboarding() {
  const { updateUser } = useSession();
  const { id: userId, onboarded } = useSignedIn();
  const read = useRead(readOnboarding, { params: { userId } }, { revalidateOnMount: true, revalidateOnFocus: true });
  const isDone = read.data?.onboarded ?? onboarded;
  useEffect(() => {
    if (isDone !== onboarded) updateUser({ onboarded: isDone });
  }, [isDone, onboarded, updateUser]);
  return read;
}
