import { Box, chakra, IconButton, Popover, Portal } from "@chakra-ui/react";
import { Bell } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { HEADER_POSITIONING } from "#web/theme/recipes/floating-panel.ts";
import { popover } from "#web/theme/recipes/popover.ts";
import { NotificationList } from "./notification-list.tsx";
import { badgeText, bellLabel } from "./notification-words.ts";
import { NOBODY } from "./notifications-state.ts";
import { NotificationsStopped } from "./notifications-stopped.tsx";
import { notifications, retryNotifications, startNotifications } from "./site-notifications.ts";

/** The bell and its menu. Loaded once someone is signed in, and the socket with it. */
export default function NotificationBell() {
  const state = useSyncExternalStore(notifications.subscribe, notifications.state, () => NOBODY);
  const [isOpen, setOpen] = useState(false);
  const { count } = state;
  useEffect(startNotifications, []);

  function changeOpen(open: boolean) {
    setOpen(open);
    if (open) void notifications.open();
  }

  function follow(id: string) {
    setOpen(false);
    void notifications.mark(id, true);
  }

  return (
    <>
      {/* Outside the button, whose own name would be read again as a whole. */}
      <chakra.span srOnly role="status">
        {count > 0 ? `${count} unread` : ""}
      </chakra.span>
      <Popover.Root
        recipe={popover}
        open={isOpen}
        onOpenChange={({ open }) => changeOpen(open)}
        positioning={HEADER_POSITIONING}
        lazyMount
        unmountOnExit
      >
        <Popover.Trigger asChild>
          <IconButton variant="ghost" colorPalette="neutral" aria-label={bellLabel(count)} p="0" position="relative">
            <Bell aria-hidden />
            {count > 0 && <Badge>{badgeText(count)}</Badge>}
          </IconButton>
        </Popover.Trigger>
        <Portal>
          <Popover.Positioner>
            <Popover.Content aria-label="Notifications">
              <Popover.Header as="div">
                <Popover.Title>Notifications</Popover.Title>
              </Popover.Header>
              <Popover.Body>
                {state.stalled && <NotificationsStopped onRetry={retryNotifications} />}
                <NotificationList
                  state={state}
                  onFollow={follow}
                  onMark={notifications.mark}
                  onMore={notifications.loadMore}
                />
              </Popover.Body>
            </Popover.Content>
          </Popover.Positioner>
        </Portal>
      </Popover.Root>
    </>
  );
}

function Badge({ children }: { readonly children: string }) {
  return (
    <Box
      aria-hidden
      position="absolute"
      top="1"
      insetEnd="0.5"
      minW="1.125rem"
      h="1.125rem"
      px="1"
      display="grid"
      placeItems="center"
      borderRadius="full"
      bg="ochre.solid"
      color="ochre.contrast"
      boxShadow="0 0 0 2px {colors.bg}"
      fontSize="0.6875rem"
      fontWeight="bold"
      lineHeight="none"
      fontVariantNumeric="tabular-nums"
    >
      {children}
    </Box>
  );
}
