import { Box, chakra, IconButton } from "@chakra-ui/react";
import Mail from "lucide-react/icons/mail";
import MailOpen from "lucide-react/icons/mail-open";
import { Link } from "react-router-dom";
import type { Notification } from "#shared/model/community.ts";
import { toSentenceParts } from "#shared/rules/notification-sentence.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { useUser } from "#web/session/use-session.ts";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { PersonAvatar } from "#web/ui/person.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { GONE, NOTIFICATION_ICONS } from "./notification-labels.ts";
import { formatEarned, isSale } from "./sales.ts";

const RouterLink = chakra(Link);

/** A refund, a dispute or a day's favorites name nobody. */
const namesActor = ({ actor, refund, dispute, count }: Notification) =>
  !refund && !dispute && count === undefined && actor.name !== null;

/** Its picture with who did it at the corner, or that person alone; otherwise its kind's icon. */
function Lead({ notification }: { readonly notification: Notification }) {
  const { type, picture, actor } = notification;
  const user = useUser();
  const Icon = NOTIFICATION_ICONS[type];
  const size = picture ? "1.375rem" : "3rem";
  const mark = namesActor(notification) ? (
    <PersonAvatar person={actor} size={size} />
  ) : (
    <chakra.span
      display="grid"
      placeItems="center"
      borderRadius="full"
      bg="accent.muted"
      color="accent.fg"
      style={{ width: size, height: size }}
    >
      <Icon size={picture ? 13 : 20} />
    </chakra.span>
  );
  if (!picture) return <span aria-hidden>{mark}</span>;
  const owner = isSale(notification) && user ? { owner: user } : {};
  return (
    <Box aria-hidden position="relative" flexShrink="0">
      <Thumbnail picture={{ ...picture, ...owner }} side="3rem" />
      <Box
        position="absolute"
        bottom="-1"
        insetEnd="-1.5"
        display="flex"
        borderRadius="full"
        boxShadow="0 0 0 2px {colors.bg.panel}"
        bg="bg.panel"
      >
        {mark}
      </Box>
    </Box>
  );
}

interface NotificationItemProps {
  readonly notification: Notification;
  /** Called on a click on its link. */
  readonly onFollow: () => void;
  readonly onMark: (read: boolean) => void;
}

/** One notification: its link covers the row, below the button that marks it. No link if its subject is deleted. */
export function NotificationItem({ notification, onFollow, onMark }: NotificationItemProps) {
  const { link, read, created, deleted, earned, licenseType } = notification;
  const { subject, handle, verb, object } = toSentenceParts(notification);
  const sentence = (
    <>
      {!read && <chakra.span srOnly>Unread: </chakra.span>}
      <chakra.strong fontWeight="semibold" dir="auto">
        {subject}
      </chakra.strong>{" "}
      {handle && (
        <>
          <chakra.span color="fg.muted" dir="ltr">
            {handle}
          </chakra.span>{" "}
        </>
      )}
      {verb}{" "}
      <chakra.strong fontWeight="semibold" dir="auto">
        {object}
      </chakra.strong>
    </>
  );
  return (
    <Box
      position="relative"
      display="flex"
      gap="3"
      ps="4"
      pe="2"
      py="3"
      alignItems="flex-start"
      bg={read ? "transparent" : "accent.subtle/60"}
      transition="background 120ms"
      _hover={{ bg: "bg.muted" }}
    >
      <Lead notification={notification} />
      <Box flex="1" minW="0">
        {deleted === "artwork" || deleted === "announcement" ? (
          <chakra.span display="block" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {sentence}
          </chakra.span>
        ) : (
          <RouterLink
            to={link}
            onClick={onFollow}
            display="block"
            textStyle="sm"
            color={read ? "fg.muted" : "fg"}
            overflowWrap="anywhere"
            outline="none"
            _before={{ content: '""', position: "absolute", inset: "0" }}
            _focusVisible={{
              _before: {
                outline: "2px solid",
                outlineColor: "accent.focusRing",
                outlineOffset: "-3px",
                borderRadius: "l2",
              },
            }}
          >
            {sentence}
          </RouterLink>
        )}
        <chakra.span textStyle="xs" color="fg.muted">
          {earned !== undefined && (
            <chakra.span display="block" textStyle="sm" fontWeight="semibold" color="fg.success">
              {formatEarned(earned)}
            </chakra.span>
          )}
          {licenseType && `${LICENSE_LABELS[licenseType].name} · `}
          <RelativeTime value={created} />
          {deleted && ` · ${GONE[deleted]}`}
        </chakra.span>
      </Box>
      <IconButton
        position="relative"
        variant="ghost"
        colorPalette="neutral"
        size="md"
        p="0"
        color="fg.muted"
        aria-label={read ? "Mark as unread" : "Mark as read"}
        title={read ? "Mark as unread" : "Mark as read"}
        onClick={() => onMark(!read)}
      >
        {read ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
      </IconButton>
    </Box>
  );
}
