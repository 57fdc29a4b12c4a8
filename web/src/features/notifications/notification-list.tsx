import { Box, Button, chakra, Stack, Text } from "@chakra-ui/react";
import BellOff from "lucide-react/icons/bell-off";
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ReactNode, UIEvent } from "react";
import { DISPLAY } from "#shared/display.ts";
import { PAGE } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { groupByDay } from "./group-by-day.ts";
import { NotificationItem } from "./notification-item.tsx";
import type { NotificationsState } from "./notifications-state.ts";

interface NotificationListProps {
  readonly state: NotificationsState;
  readonly onFollow: (id: string) => void;
  readonly onMark: (id: string, read: boolean) => void;
  readonly onMore: () => void;
}

/** Pixels before the list's end at which the next page is requested. */
const AHEAD = 60;

/** The loaded notifications; more load at the end of the scroll area or by the button. */
export function NotificationList({ state, onFollow, onMark, onMore }: NotificationListProps) {
  const { items, status, hasMore, isLoadingMore, failed } = state;

  function scrolled({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) {
    const isAtEnd = scrollHeight - scrollTop - clientHeight < AHEAD;
    if (isAtEnd && hasMore && !isLoadingMore && !failed) onMore();
  }

  return (
    <Box
      data-testid="notification-list"
      height={`${DISPLAY.notificationsHeight}px`}
      flexShrink="1"
      overflowY="auto"
      overscrollBehavior="contain"
      onScroll={scrolled}
    >
      {groupByDay(items).map((day) => (
        <div key={day.label}>
          <DayHeading>{day.label}</DayHeading>
          <chakra.ul listStyleType="none" aria-label={day.label}>
            {day.items.map((notification) => (
              <chakra.li key={notification.id} borderBottomWidth="1px" borderColor="border.muted">
                <ErrorBoundary resetKey={notification.id} fallback={<BrokenItem />}>
                  <NotificationItem
                    notification={notification}
                    onFollow={() => onFollow(notification.id)}
                    onMark={(read) => onMark(notification.id, read)}
                  />
                </ErrorBoundary>
              </chakra.li>
            ))}
          </chakra.ul>
        </div>
      ))}
      {status === "loading" && items.length === 0 && <Waiting />}
      {failed && <Failed onRetry={onMore} isAlone={items.length === 0} />}
      {status === "initialised" && items.length === 0 && (
        <Message icon={<BellOff size={28} aria-hidden />}>{MESSAGES.noNotifications}</Message>
      )}
      {hasMore && !failed && (
        <Box display="grid" placeItems="center" py="4">
          <Button
            size="sm"
            variant="outline"
            colorPalette="neutral"
            aria-disabled={isLoadingMore}
            onClick={() => !isLoadingMore && onMore()}
          >
            {isLoadingMore ? "Loading…" : "Load more"}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** Stays at the top while its day scrolls. */
const DayHeading = chakra("h3", {
  base: {
    position: "sticky",
    top: 0,
    zIndex: 1,
    paddingX: "4",
    paddingY: "1.5",
    background: "bg.panel",
    textStyle: "xs",
    fontWeight: "semibold",
    color: "fg.muted",
  },
});

function Message({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack height="full" align="center" justify="center" gap="3" px="6" textAlign="center" color="fg.muted">
      {icon}
      <Text textStyle="sm">{children}</Text>
    </Stack>
  );
}

function Failed({ onRetry, isAlone }: { readonly onRetry: () => void; readonly isAlone: boolean }) {
  return (
    <Stack
      role="alert"
      height={isAlone ? "full" : "auto"}
      align="center"
      justify="center"
      gap="3"
      py="4"
      color="fg.error"
    >
      <CircleAlert size={isAlone ? 28 : 20} aria-hidden />
      <Text textStyle="sm">{MESSAGES.errorFetchingData}</Text>
      <Button size="sm" variant="outline" colorPalette="neutral" onClick={onRetry}>
        Retry
      </Button>
    </Stack>
  );
}

function BrokenItem() {
  return (
    <Text px="4" py="5" textStyle="sm" color="fg.error">
      {MESSAGES.errorLoadingNotification}
    </Text>
  );
}

function Waiting() {
  return (
    <Stack role="status" aria-label="Loading notifications" gap="3" p="4">
      <SkeletonBlocks count={PAGE.notifications} borderRadius="l2" />
    </Stack>
  );
}
