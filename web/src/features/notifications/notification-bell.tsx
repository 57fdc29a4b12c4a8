import { Button, chakra, Flex, IconButton, Popover, Portal, Text } from "@chakra-ui/react";
import Bell from "lucide-react/icons/bell";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { MESSAGES } from "#shared/messages.ts";
import { HEADER_POSITIONING } from "#web/theme/recipes/floating-panel.ts";
import { popover } from "#web/theme/recipes/popover.ts";
import { CountBadge } from "#web/ui/count-badge.tsx";
import { bellLabel } from "./notification-labels.ts";
import { NotificationList } from "./notification-list.tsx";
import { SIGNED_OUT } from "./notifications-state.ts";
import { SaleCard } from "./sale-card.tsx";
import { sales, summarizeSales } from "./sales.ts";
import { notifications, retryNotifications, startNotifications } from "./site-notifications.ts";
import { useFreshReads } from "./use-fresh-reads.ts";

/** Announces sales that arrive, and shows them on a card on any page. */
function Sales({ onFollow, onClose }: { readonly onFollow: (id: string) => void; readonly onClose: () => void }) {
  const shown = useSyncExternalStore(sales.subscribe, sales.list, sales.list);
  const summary = summarizeSales(shown);
  return (
    <>
      <chakra.span srOnly role="status">
        {summary && `${summary.heading} ${summary.works}. ${summary.amount}.`}
      </chakra.span>
      {summary && (
        <Portal>
          <SaleCard
            sales={shown}
            onFollow={() => {
              sales.clear();
              if (summary.isAlone) onFollow(summary.sale.id);
            }}
            onDismiss={(hadFocus) => {
              sales.clear();
              if (hadFocus) onClose();
            }}
          />
        </Portal>
      )}
    </>
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
  useFreshReads();
  const button = useRef<HTMLButtonElement>(null);

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
      <Sales onFollow={follow} onClose={() => button.current?.focus()} />
      <Popover.Root
        recipe={popover}
        open={isOpen}
        onOpenChange={({ open }) => changeOpen(open)}
        positioning={HEADER_POSITIONING}
        lazyMount
        unmountOnExit
      >
        <Popover.Trigger asChild>
          <IconButton
            ref={button}
            variant="ghost"
            colorPalette="neutral"
            aria-label={bellLabel(count)}
            p="0"
            position="relative"
          >
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
