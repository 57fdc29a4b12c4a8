import { chakra } from "@chakra-ui/react";
import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import Check from "lucide-react/icons/check";
import Plus from "lucide-react/icons/plus";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { OUTLINED_BUTTON } from "#web/ui/round-button.ts";
import { type Followable, useFollow } from "./use-follow.ts";

const FOLLOW = { ...OUTLINED_BUTTON, color: "fg", "&[data-followed]": { color: "fg.muted" } } as const;

/** As wide as the longer label, so that nothing shifts. */
const VARIANTS = {
  outline: chakra("button", { base: { ...FOLLOW, minWidth: "7.5rem", fontWeight: "semibold" } }),
  /** Beside a name on a phone. */
  compact: chakra("button", { base: { ...FOLLOW, minWidth: "5.75rem", paddingX: "2", fontWeight: "medium" } }),
};

const Switch = chakra("button", {
  base: {
    ...OUTLINED_BUTTON,
    paddingX: "0",
    "&[aria-checked=true]": { color: "accent.fg", borderColor: "accent.border" },
  },
});

interface FollowButtonProps {
  readonly artist: Followable;
  readonly isFollowed: boolean;
  /** True if notifications of new work and announcements are on; undoing an unfollow restores it. */
  readonly isNotified: boolean;
  readonly look?: keyof typeof VARIANTS;
}

/** Toggle button for following an artist; its label shows the state. */
export function FollowButton({ artist, isFollowed, isNotified, look = "outline" }: FollowButtonProps) {
  const { follow, unfollow } = useFollow(artist);
  const Icon = isFollowed ? Check : Plus;
  const Toggle = VARIANTS[look];
  // The accessible name contains the visible label (WCAG 2.2, label in name).
  const label = isFollowed ? "Following" : "Follow";
  return (
    <Toggle
      type="button"
      data-followed={isFollowed || undefined}
      aria-label={`${label} ${getDisplayName(artist)}`}
      title={isFollowed ? "Unfollow" : "See their new work"}
      onClick={() => void (isFollowed ? unfollow(isNotified) : follow())}
    >
      {look === "outline" && <Icon size={16} aria-hidden />}
      {label}
    </Toggle>
  );
}

/** Switches the notifications of a followed artist's new work. */
export function NotifySwitch({ artist, isOn }: { readonly artist: Followable; readonly isOn: boolean }) {
  const { setNotify } = useFollow(artist);
  const Icon = isOn ? Bell : BellOff;
  return (
    <Switch
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`Notify me of new work and announcements by ${getDisplayName(artist)}`}
      title={
        isOn ? "You'll be notified of new work and announcements" : "You won't be notified of new work or announcements"
      }
      onClick={() => void setNotify(!isOn)}
    >
      <Icon size={18} aria-hidden />
    </Switch>
  );
}
