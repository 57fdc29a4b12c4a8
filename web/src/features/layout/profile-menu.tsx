import { IconButton, Menu, Portal } from "@chakra-ui/react";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import Grid2x2 from "lucide-react/icons/grid-2x2";
import Images from "lucide-react/icons/images";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LogOut from "lucide-react/icons/log-out";
import Plus from "lucide-react/icons/plus";
import Receipt from "lucide-react/icons/receipt";
import Settings from "lucide-react/icons/settings";
import Store from "lucide-react/icons/store";
import TicketPercent from "lucide-react/icons/ticket-percent";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import { Link } from "react-router-dom";
import type { FeatureSwitches } from "#shared/features.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSession } from "#web/session/use-session.ts";
import { HEADER_POSITIONING } from "#web/theme/recipes/floating-panel.ts";
import { menu } from "#web/theme/recipes/menu.ts";
import { guardedAction } from "#web/ui/navigation.ts";
import { PersonAvatar } from "#web/ui/person.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { useOtherTheme } from "#web/ui/theme-button.tsx";
import { type NavLink, useNavLinks } from "./nav-links.ts";

/** The profile menu's links, including those whose pages the stage may lack. */
export function profileLinks(user: SessionUser, features: FeatureSwitches): readonly NavLink[] {
  return [
    ...(features.payments && !user.onboarded ? [{ label: "Become a seller", to: "/onboarding" }] : []),
    { label: user.name, to: profilePath(user.name) },
    ...(features.dashboard ? [{ label: "Dashboard", to: "/dashboard" }] : []),
    { label: "Audience", to: "/audience" },
    ...(user.onboarded ? [{ label: "Payouts", to: "/payouts" }] : []),
    { label: "Gallery", to: "/gallery" },
    { label: "My artwork", to: "/my_artwork" },
    ...(features.payments && user.onboarded ? [{ label: "Discount codes", to: "/discount_codes" }] : []),
    { label: "Orders", to: "/orders" },
    { label: "Settings", to: "/settings" },
  ];
}

const ICONS: Readonly<Record<string, typeof Grid2x2>> = {
  "/onboarding": Store,
  "/dashboard": LayoutDashboard,
  "/audience": ChartNoAxesColumn,
  "/payouts": Landmark,
  "/discount_codes": TicketPercent,
  "/following": UserRoundCheck,
  "/gallery": Grid2x2,
  "/my_artwork": Images,
  "/orders": Receipt,
  "/settings": Settings,
  "/artwork/add": Plus,
};

/**
 * Loaded after log-in, so that visitors don't download the menu. Entries use `onClick`, because `onSelect` doesn't fire if
 * the pointer has left the pressed entry.
 */
export default function ProfileMenu({ user }: { readonly user: SessionUser }) {
  const { isAvailable } = useNavLinks();
  const features = useFeatures();
  const { logOut } = useSession();
  const { Icon: ThemeIcon, label: themeLabel, change: changeTheme } = useOtherTheme();
  const links = profileLinks(user, features).filter(isAvailable);
  return (
    <Menu.Root recipe={menu} positioning={HEADER_POSITIONING}>
      <Menu.Trigger asChild>
        <IconButton variant="ghost" aria-label="Profile menu" size="md" p="0">
          <PersonAvatar person={user} />
        </IconButton>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {links.map(({ to, label }) => {
              const Icon = ICONS[to] ?? CircleUserRound;
              return (
                <Menu.Item key={to} value={to} asChild>
                  <Link to={to}>
                    <Icon aria-hidden />
                    {label}
                  </Link>
                </Menu.Item>
              );
            })}
            <Menu.Separator />
            <Menu.Item value="theme" closeOnSelect={false} onClick={changeTheme}>
              <ThemeIcon aria-hidden />
              {themeLabel}
            </Menu.Item>
            <Menu.Item value="log-out" onClick={() => guardedAction.run(() => void logOut().catch(() => {}))}>
              <LogOut aria-hidden />
              Log out
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
