import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { listLicenses, listOrders, listOwnership, readOrder } from "#shared/contract/licenses.ts";
import type { Notification } from "#shared/model/community.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { session } from "#web/session/browser-session.ts";
import { arrivals } from "./arrivals.ts";

const [BEFORE_ID = "", AFTER_ID = ""] = listLicenses.path.split("{artworkId}");

/** Whether a cached read is about one's licences to some artwork; a notification doesn't say to which. */
const isLicenses = (key: unknown) =>
  typeof key === "string" && key.startsWith(`${listLicenses.method} ${BEFORE_ID}`) && key.endsWith(AFTER_ID);

/** Reads what is shown of orders and licences again once a notification about an order comes. */
export function useFreshOrders() {
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
        void mutate(isLicenses);
      }),
    [invalidate, mutate],
  );
}
