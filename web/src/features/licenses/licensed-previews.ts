import { useEffect, useState } from "react";
import { readLicensedPreviews, readOwnPreviews } from "#shared/contract/licenses.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import type { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { RouteResult } from "#shared/route.ts";
import { send } from "#web/api/send.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";

/** The order or own artwork that permits a picture without a watermark. */
export type CleanSource = { readonly orderId: OrderId } | { readonly artworkId: ArtworkId };

const getId = (source: CleanSource) => ("orderId" in source ? source.orderId : source.artworkId);

/** Requests the previews without a watermark and a link to the original. */
export const readClean = (source: CleanSource) =>
  "orderId" in source ? send(readLicensedPreviews, { params: source }) : send(readOwnPreviews, { params: source });

interface Answer extends RouteResult<typeof readLicensedPreviews> {
  /** The id of the source. */
  readonly sourceId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Age in milliseconds at which links may have expired. */
const MAX_LINK_AGE_MS = LIFETIMES.originalLink * 900;

/** Delays in milliseconds between requests for previews that are being generated. */
const PENDING_PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

/**
 * Previews without a watermark for an order or an artist's own artwork: undefined while loading, null on failure or without
 * a source; watermarked ones while they are generated. Not cached, because their links expire after a minute.
 * `onError` is for the picture element: it renews expired links and gives up on other errors.
 */
export function useLicensedPreviews(source: CleanSource | null) {
  const sourceId = source && getId(source);
  const [answer, setAnswer] = useState<Answer | null>();
  const [renewals, setRenewals] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal asks again
  useEffect(() => {
    if (!source || !sourceId) return;
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (repeats: number) =>
      readClean(source).then(
        (previews) => {
          if (!isShown) return;
          setAnswer({ ...previews, sourceId, at: Date.now() });
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
  }, [sourceId, renewals]);

  function onError() {
    if (!answer) return;
    if (Date.now() - answer.at > MAX_LINK_AGE_MS) setRenewals((before) => before + 1);
    else setAnswer(null);
  }

  if (!sourceId) return { licensed: null, onError };
  return { licensed: answer && answer.sourceId !== sourceId ? undefined : answer, onError };
}

const NOTHING_YET: PictureFacts["previews"] = [];

/** True if the answer is for the shown picture; an artist may have replaced theirs. */
const showsPicture = ({ sourceId, folder }: Answer, source: CleanSource | null, { previews: [first] }: PictureFacts) =>
  !source || "orderId" in source || (sourceId === source.artworkId && first?.webp.startsWith(`${folder}/`) === true);

/**
 * A bought or own picture without its watermark, or with it as a fallback. While loading it has no previews, so that the
 * watermark doesn't show first.
 */
export function useLicensedPicture<P extends PictureFacts>(source: CleanSource | null, picture: P) {
  const { licensed, onError } = useLicensedPreviews(source);
  const clean = licensed && showsPicture(licensed, source, picture) ? licensed.previews : picture.previews;
  const previews = licensed === undefined ? NOTHING_YET : clean;
  return { picture: { ...picture, previews }, isWaiting: licensed === undefined, onError };
}
