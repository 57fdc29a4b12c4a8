import type { Settings } from "#shared/model/settings.ts";

/** The profile as its form holds it: what isn't there is empty. */
export const profileForm = ({ userName, userDescription, userCountry }: Settings["profile"]) => ({
  userName,
  userDescription: userDescription ?? "",
  userCountry: userCountry ?? "",
});
