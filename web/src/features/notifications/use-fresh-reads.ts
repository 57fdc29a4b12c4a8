import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { readAudience } from "#shared/contract/audience.ts";
import { listCollectionComments } from "#shared/contract/collections.ts";
import { listLicenses, listOrders, listOwnership, readOrder } from "#shared/contract/licenses.ts";
import { readPayouts } from "#shared/contract/onboarding.ts";
import { readSelection, readStatistics } from "#shared/contract/sales.ts";
import type { Notification } from "#shared/model/community.ts";
import type { NotificationType } from "#shared/model/notifications.ts";
import { ORDER_SIDES } from "#shared/model/order.ts";
import type { Route } from "#shared/route.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { session } from "#web/session/browser-session.ts";
import { arrivals } from "./arrivals.ts";

type Read = readonly [route: Route, params: object];

/** Reads that a notification of each kind makes stale. */
const STALE: Partial<Record<NotificationType, (notification: Notification, userId: string) => readonly Read[]>> = {
  collectionComment: ({ ref }) => [[listCollectionComments, { collectionId: ref }]],
  order: ({ ref }, userId) => [
    [readOrder, { orderId: ref }],
    [listOrders, { userId }],
    [listOwnership, { userId }],
    [readAudience, { userId }],
    [readPayouts, { userId }],
    ...ORDER_SIDES.flatMap((side): Read[] => [
      [readStatistics, { userId, display: side }],
      [readSelection, { userId, displayType: side }],
    ]),
  ],
};

const [BEFORE_ID = "", AFTER_ID = ""] = listLicenses.path.split("{artworkId}");

/** Matches cached reads of the user's licences to any artwork, as a notification doesn't name the artwork. */
const isLicenses = (key: unknown) =>
  typeof key === "string" && key.startsWith(`${listLicenses.method} ${BEFORE_ID}`) && key.endsWith(AFTER_ID);

/** Reloads shown data that a notification changes, when it arrives. */
export function useFreshReads() {
  const invalidate = useInvalidate();
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      arrivals.subscribe((notification: Notification) => {
        const userId = session.state().user?.id;
        const reads = userId ? STALE[notification.type]?.(notification, userId) : undefined;
        if (!reads) return;
        for (const [route, params] of reads) void invalidate(route, params);
        if (notification.type === "order") void mutate(isLicenses);
      }),
    [invalidate, mutate],
  );
}
