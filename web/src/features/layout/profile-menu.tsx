import { IconButton, Menu, Portal } from "@chakra-ui/react";
import ChartNoAxesColumn from "lucide-react/icons/chart-no-axes-column";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import FolderHeart from "lucide-react/icons/folder-heart";
import Grid2x2 from "lucide-react/icons/grid-2x2";
import HandCoins from "lucide-react/icons/hand-coins";
import Heart from "lucide-react/icons/heart";
import Images from "lucide-react/icons/images";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LogOut from "lucide-react/icons/log-out";
import Receipt from "lucide-react/icons/receipt";
import Settings from "lucide-react/icons/settings";
import Store from "lucide-react/icons/store";
import TicketPercent from "lucide-react/icons/ticket-percent";
import UserRoundCheck from "lucide-react/icons/user-round-check";
import type { FeatureSwitches } from "#shared/features.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { useFeatures } from "#web/session/features.ts";
import { useSession } from "#web/session/use-session.ts";
import { HEADER_POSITIONING } from "#web/theme/recipes/floating-panel.ts";
import { menu } from "#web/theme/recipes/menu.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { guardedAction } from "#web/ui/navigation.ts";
import { PersonAvatar } from "#web/ui/person.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { useOtherTheme } from "#web/ui/theme-button.tsx";
import { MenuLink } from "./menu-link.tsx";
import { type NavLink, type NavLinkGroup, useNavLinks } from "./nav-links.ts";

const OperatorLink = lazyPart(() => import("./operator-link.tsx"), null);

/** The menu's groups, including links whose pages the stage may lack. Who doesn't sell gets the entry that leads there. */
export function listMenuGroups(
  { onboarded }: SessionUser,
  { payments, dashboard }: FeatureSwitches,
): readonly NavLinkGroup[] {
  const canSell = payments && onboarded;
  return [
    {
      title: "Buying",
      links: [
        { label: "Gallery", to: "/gallery" },
        { label: "Orders", to: "/orders" },
        { label: "Favorites", to: "/gallery?tab=favorites" },
        { label: "Collections", to: "/gallery?tab=collections" },
        { label: "Following", to: "/following" },
      ],
    },
    {
      title: "Selling",
      links: [
        ...(payments && !onboarded ? [{ label: "Become a seller", to: "/onboarding" }] : []),
        { label: "My artwork", to: "/my_artwork" },
        ...(canSell ? [{ label: "Sales", to: "/orders?tab=sales" }] : []),
        ...(dashboard ? [{ label: "Dashboard", to: "/dashboard" }] : []),
        ...(onboarded || !payments ? [{ label: "Audience", to: "/audience" }] : []),
        ...(onboarded ? [{ label: "Payouts", to: "/payouts" }] : []),
        ...(canSell ? [{ label: "Discount codes", to: "/discount_codes" }] : []),
      ],
    },
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
  "/gallery?tab=favorites": Heart,
  "/gallery?tab=collections": FolderHeart,
  "/my_artwork": Images,
  "/orders": Receipt,
  "/orders?tab=sales": HandCoins,
  "/settings": Settings,
};

const ProfileLink = ({ link }: { readonly link: NavLink }) => (
  <MenuLink link={link} Icon={ICONS[link.to] ?? CircleUserRound} />
);

/**
 * Loaded after log-in, so that visitors don't download the menu. Entries use `onClick`, because `onSelect` doesn't fire if
 * the pointer has left the pressed entry.
 */
export default function ProfileMenu({ user }: { readonly user: SessionUser }) {
  const { isAvailable } = useNavLinks();
  const features = useFeatures();
  const { logOut } = useSession();
  const { Icon: ThemeIcon, label: themeLabel, change: changeTheme } = useOtherTheme();
  const groups = listMenuGroups(user, features);
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
            <ProfileLink link={{ label: user.name, to: profilePath(user.name) }} />
            {groups.map(({ title, links }) => (
              <Menu.ItemGroup key={title}>
                <Menu.ItemGroupLabel>{title}</Menu.ItemGroupLabel>
                {links.filter(isAvailable).map((link) => (
                  <ProfileLink key={link.to} link={link} />
                ))}
              </Menu.ItemGroup>
            ))}
            <Menu.Separator />
            {user.operator && <OperatorLink />}
            <ProfileLink link={{ label: "Settings", to: "/settings" }} />
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
