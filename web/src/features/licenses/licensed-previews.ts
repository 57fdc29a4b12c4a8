import { useEffect, useState } from "react";
import { readLicensedPreviews } from "#shared/contract/licenses.ts";
import { LIFETIMES } from "#shared/limits.ts";
import type { OrderId } from "#shared/model/ids.ts";
import type { ResultOf } from "#shared/route.ts";
import { send } from "#web/api/send.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";

interface Answer extends ResultOf<typeof readLicensedPreviews> {
  readonly orderId: OrderId;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Links this old may have expired. */
const OLD = LIFETIMES.originalLink * 900;

/** Milliseconds before each further request for previews that are still being made. */
const PENDING_PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

/**
 * The previews without a watermark of the picture that an order is about: undefined until they are there, null where
 * they can't be had or there is no order; those with it while the others are being made. Never from the cache, because their links are good for a minute.
 * `onError` is for the picture that shows them: it renews links that have expired and gives up on others.
 */
export function useLicensedPreviews(orderId: OrderId | null) {
  const [answer, setAnswer] = useState<Answer | null>();
  const [renewals, setRenewals] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal asks again
  useEffect(() => {
    if (!orderId) return;
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (repeats: number) =>
      send(readLicensedPreviews, { params: { orderId } }).then(
        (previews) => {
          if (!isShown) return;
          setAnswer({ ...previews, orderId, at: Date.now() });
          const pause = PENDING_PAUSES[repeats];
          if (previews.pending && pause) timer = setTimeout(ask, pause, repeats + 1);
        },
        () => isShown && setAnswer(null),
      );
    void ask(0);
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [orderId, renewals]);

  function onError() {
    if (!answer) return;
    if (Date.now() - answer.at > OLD) setRenewals((before) => before + 1);
    else setAnswer(null);
  }

  if (!orderId) return { licensed: null, onError };
  return { licensed: answer && answer.orderId !== orderId ? undefined : answer, onError };
}

const NOTHING_YET: PictureFacts["previews"] = [];

/**
 * A bought picture without its watermark, and with it where that is all there is. Until that is known it has no previews,
 * so that no watermark is seen first.
 */
export function useLicensedPicture<P extends PictureFacts>(orderId: OrderId | null, picture: P) {
  const { licensed, onError } = useLicensedPreviews(orderId);
  const previews = licensed === undefined ? NOTHING_YET : (licensed?.previews ?? picture.previews);
  return { picture: { ...picture, previews }, isWaiting: licensed === undefined, onError };
}
