import { useState } from "react";
import { readCheckout } from "#shared/contract/orders.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { Checkout } from "#shared/model/order.ts";
import { useRead } from "#web/api/use-read.ts";

/** What is for sale as it is now: of an earlier visit nothing is shown, for prices and payments move on. */
export function useCheckout(artworkId: ArtworkId) {
  const [fresh, setFresh] = useState<Checkout>();
  const read = useRead(
    readCheckout,
    { params: { artworkId } },
    { revalidateOnMount: true, dedupingInterval: 0, onSuccess: setFresh },
  );
  return { data: fresh, error: read.error, mutate: read.mutate };
}

/** Reads the checkout again and answers with what it is by now; undefined when it can't be had. */
export type Reread = () => Promise<Checkout | undefined>;
