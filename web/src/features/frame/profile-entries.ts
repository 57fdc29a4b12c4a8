import type { FeatureSwitches } from "#shared/features.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { profilePath } from "#web/ui/site-link.tsx";
import type { Place } from "./links.ts";

/** The profile menu for a user on a stage (specification, section 2), before absent screens are left out. */
export function profileEntries(user: SessionUser, features: FeatureSwitches): readonly Place[] {
  return [
    ...(features.payments && !user.onboarded ? [{ label: "Become a seller", to: "/onboarding" }] : []),
    { label: user.name, to: profilePath(user.name) },
    ...(features.dashboard ? [{ label: "Dashboard", to: "/dashboard" }] : []),
    { label: "Gallery", to: "/gallery" },
    { label: "My artwork", to: "/my_artwork" },
    { label: "Orders", to: "/orders" },
    { label: "Settings", to: "/settings" },
  ];
}
