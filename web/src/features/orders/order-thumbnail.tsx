import { useRef } from "react";
import type { Order } from "#shared/model/order.ts";
import { useLicensedPicture } from "#web/features/licenses/licensed-previews.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { useNearView } from "#web/ui/use-near-view.ts";
import { cleanSourceOf } from "./order-labels.ts";

interface OrderThumbnailProps {
  readonly order: Order;
  /** A CSS length. */
  readonly side: string;
}

/** An order's picture; to its two sides without a watermark, whose links are asked for once it is near the viewport. */
export function OrderThumbnail({ order, side }: OrderThumbnailProps) {
  const { artwork } = order;
  const source = cleanSourceOf(order);
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearView(frame);
  const { picture, isWaiting, onError } = useLicensedPicture(isNear ? source : null, artwork);
  const isShown = !source || (isNear && !isWaiting);
  return (
    <div ref={frame}>
      <Thumbnail
        key={isShown ? "shown" : "waiting"}
        picture={isShown ? picture : { ...artwork, previews: [] }}
        side={side}
        onError={onError}
      />
    </div>
  );
}
