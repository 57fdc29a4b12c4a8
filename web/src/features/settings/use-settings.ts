import { readSettings, readUser, updateUser } from "#shared/contract/users.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Settings } from "#shared/model/settings.ts";
import type { RouteBodyInput } from "#shared/route.ts";
import { changes, effectOn } from "#web/api/changes.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSession, useSignedIn } from "#web/session/use-session.ts";

/** Reloads on focus, as a mailed link may have changed settings in another tab. */
const FRESH = {
  revalidateOnFocus: true,
  focusThrottleInterval: 0,
  errorMessage: MESSAGES.failedFetchSettings,
} as const;

/** The caller's own settings. */
export const useSettings = () => useRead(readSettings, { params: { userId: useSignedIn().id } }, FRESH);

/** Patches the cached settings without a reload. */
export function usePatchSettings() {
  const { id: userId } = useSignedIn();
  return (change: Partial<Settings>) =>
    changes.done(effectOn(readSettings, { userId }, (settings) => ({ ...settings, ...change })));
}

const CLEARABLE = ["userDescription", "userCountry", "userMedia", "userLinks", "userPinned", "userBanner"];

type ProfileChange = RouteBodyInput<typeof updateUser>;

/** Saves the given profile fields, where empty ones clear, and updates header, settings and public page. */
export function useSaveProfile() {
  const { mutate } = useSettings();
  const { updateUser: setUser } = useSession();
  const { id: userId } = useSignedIn();
  const invalidate = useInvalidate();
  return async (body: ProfileChange) => {
    const options = { errorMessage: MESSAGES.failedUpdateUser, keep: CLEARABLE };
    const { user } = await send(updateUser, { params: { userId }, body }, options);
    setUser(user);
    void invalidate(readUser, { username: user.name });
    await mutate();
    return user;
  };
}
