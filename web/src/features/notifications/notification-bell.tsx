import { Button, chakra, Flex, IconButton, Popover, Portal, Text } from "@chakra-ui/react";
import Bell from "lucide-react/icons/bell";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useSWRConfig } from "swr";
import { readAudience } from "#shared/contract/audience.ts";
import { listLicenses, listOrders, listOwnership, readOrder } from "#shared/contract/licenses.ts";
import { readSelection, readStatistics } from "#shared/contract/sales.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Notification } from "#shared/model/community.ts";
import { ORDER_SIDES } from "#shared/model/order.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { session } from "#web/session/browser-session.ts";
import { HEADER_POSITIONING } from "#web/theme/recipes/floating-panel.ts";
import { popover } from "#web/theme/recipes/popover.ts";
import { CountBadge } from "#web/ui/count-badge.tsx";
import { arrivals } from "./arrivals.ts";
import { bellLabel } from "./notification-labels.ts";
import { NotificationList } from "./notification-list.tsx";
import { SIGNED_OUT } from "./notifications-state.ts";
import { notifications, retryNotifications, startNotifications } from "./site-notifications.ts";

const [BEFORE_ID = "", AFTER_ID = ""] = listLicenses.path.split("{artworkId}");

/** Matches cached reads of the user's licences to any artwork, as a notification doesn't name the artwork. */
const isLicenses = (key: unknown) =>
  typeof key === "string" && key.startsWith(`${listLicenses.method} ${BEFORE_ID}`) && key.endsWith(AFTER_ID);

/** Reloads shown orders, totals and licences when a notification about an order arrives. */
function useFreshOrders() {
  const invalidate = useInvalidate();
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      arrivals.subscribe(({ type, ref }: Notification) => {
        const userId = session.state().user?.id;
        if (type !== "order" || !userId) return;
        void invalidate(readOrder, { orderId: ref });
        void invalidate(listOrders, { userId });
        void invalidate(listOwnership, { userId });
        void invalidate(readAudience, { userId });
        for (const side of ORDER_SIDES) {
          void invalidate(readStatistics, { userId, display: side });
          void invalidate(readSelection, { userId, displayType: side });
        }
        void mutate(isLicenses);
      }),
    [invalidate, mutate],
  );
}

/** Notice that live updates have stopped. */
function NotificationsStopped({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Flex
      role="status"
      align="center"
      justify="space-between"
      wrap="wrap"
      columnGap="3"
      px="4"
      py="2"
      borderBottomWidth="1px"
      borderColor="border.muted"
      color="fg.muted"
    >
      <Text textStyle="sm">{MESSAGES.notificationsStopped}</Text>
      <Button size="sm" variant="ghost" colorPalette="neutral" onClick={onRetry}>
        Try again
      </Button>
    </Flex>
  );
}

/** The bell and its menu. Loaded, with the socket, after log-in. */
export default function NotificationBell() {
  const state = useSyncExternalStore(notifications.subscribe, notifications.state, () => SIGNED_OUT);
  const [isOpen, setOpen] = useState(false);
  const { count } = state;
  useEffect(startNotifications, []);
  useFreshOrders();

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
      {/* Outside the button, so that a change isn't announced with the button's whole name. */}
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
            <CountBadge count={count} />
          </IconButton>
        </Popover.Trigger>
        <Portal>
          <Popover.Positioner>
            <Popover.Content aria-label="Notifications">
              <Popover.Header as="div" display="flex" alignItems="center" justifyContent="space-between" gap="3">
                <Popover.Title>Notifications</Popover.Title>
                {count > 0 && (
                  <Button size="sm" variant="plain" onClick={() => void notifications.markAll()}>
                    Mark all as read
                  </Button>
                )}
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
