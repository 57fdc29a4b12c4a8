import { useEffect, useState } from "react";
import { readLicensedPreviews, readOwnPreviews } from "#shared/contract/licenses.ts";
import { LIFETIMES } from "#shared/limits.ts";
import type { ArtworkId, OrderId } from "#shared/model/ids.ts";
import type { ResultOf } from "#shared/route.ts";
import { send } from "#web/api/send.ts";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";

/** The order or own artwork that gives the right to see a picture without a watermark. */
export type CleanSource = { readonly orderId: OrderId } | { readonly artworkId: ArtworkId };

const getId = (source: CleanSource) => ("orderId" in source ? source.orderId : source.artworkId);

/** Reads them, and a link to the original. */
export const readClean = (source: CleanSource) =>
  "orderId" in source ? send(readLicensedPreviews, { params: source }) : send(readOwnPreviews, { params: source });

interface Answer extends ResultOf<typeof readLicensedPreviews> {
  /** The id of the source. */
  readonly sourceId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Links this old may have expired. */
const OLD = LIFETIMES.originalLink * 900;

/** Milliseconds before each further request for previews that are still being made. */
const PENDING_PAUSES = [1_000, 2_000, 4_000, 8_000, 16_000] as const;

/**
 * The previews without a watermark of the picture that an order is about, or of an artist's own: undefined until they are
 * there, null where they can't be had or there is no source; those with it while the others are being made. Never from the
 * cache, because their links are good for a minute.
 * `onError` is for the picture that shows them: it renews links that have expired and gives up on others.
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
    if (Date.now() - answer.at > OLD) setRenewals((before) => before + 1);
    else setAnswer(null);
  }

  if (!sourceId) return { licensed: null, onError };
  return { licensed: answer && answer.sourceId !== sourceId ? undefined : answer, onError };
}

const NOTHING_YET: PictureFacts["previews"] = [];

/** True when the artist's previews show this very picture, which they may have replaced since it was sold. */
const showsPicture = ({ sourceId, folder }: Answer, source: CleanSource | null, { previews: [first] }: PictureFacts) =>
  !source || "orderId" in source || (sourceId === source.artworkId && first?.webp.startsWith(`${folder}/`) === true);

/**
 * A bought or own picture without its watermark, and with it where that is all there is. Until that is known it has no
 * previews, so that no watermark is seen first.
 */
export function useLicensedPicture<P extends PictureFacts>(source: CleanSource | null, picture: P) {
  const { licensed, onError } = useLicensedPreviews(source);
  const clean = licensed && showsPicture(licensed, source, picture) ? licensed.previews : picture.previews;
  const previews = licensed === undefined ? NOTHING_YET : clean;
  return { picture: { ...picture, previews }, isWaiting: licensed === undefined, onError };
}
