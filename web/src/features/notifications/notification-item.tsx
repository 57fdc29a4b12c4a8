import { Box, chakra, IconButton } from "@chakra-ui/react";
import Mail from "lucide-react/icons/mail";
import MailOpen from "lucide-react/icons/mail-open";
import { Link } from "react-router-dom";
import { formatPrice } from "#shared/format.ts";
import type { Notification } from "#shared/model/community.ts";
import { toSentenceParts } from "#shared/rules/notification-sentence.ts";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { GONE, NOTIFICATION_ICONS } from "./notification-labels.ts";

const RouterLink = chakra(Link);

interface NotificationItemProps {
  readonly notification: Notification;
  /** Called on a click on its link. */
  readonly onFollow: () => void;
  readonly onMark: (read: boolean) => void;
}

/** One notification: its link covers the row, below the button that marks it. No link if its subject is deleted. */
export function NotificationItem({ notification, onFollow, onMark }: NotificationItemProps) {
  const { type, link, read, created, deleted, earned } = notification;
  const { subject, handle, verb, object } = toSentenceParts(notification);
  const Icon = NOTIFICATION_ICONS[type];
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
      <Box
        boxSize="9"
        mt="0.5"
        flexShrink="0"
        display="grid"
        placeItems="center"
        borderRadius="full"
        bg={read ? "bg.muted" : "accent.muted"}
        color={read ? "fg.muted" : "accent.fg"}
        aria-hidden
      >
        <Icon size={18} />
      </Box>
      <Box flex="1" minW="0">
        {deleted === "artwork" ? (
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
          {earned !== undefined && `You earned ${formatPrice(earned / 100, { decimals: 2 })} · `}
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
