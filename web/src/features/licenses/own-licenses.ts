import { listReviews } from "#shared/contract/community.ts";
import { listLicenses, listOrders, listOwnership } from "#shared/contract/licenses.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { License } from "#shared/model/order.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSignedIn, useUser } from "#web/session/use-session.ts";

/** The user's valid licences to an artwork, newest first; empty for visitors and for null. */
export function useOwnLicenses(artworkId: ArtworkId | null): readonly License[] {
  const user = useUser();
  const { data } = useRead(listLicenses, user && artworkId ? { params: { artworkId } } : null, {
    revalidateIfStale: true,
  });
  return data?.items.filter(({ status }) => status === "valid") ?? [];
}

/** Invalidates all reads of the user's purchases and sales. */
export function useInvalidateLicenses() {
  const invalidate = useInvalidate();
  const { id: userId } = useSignedIn();
  return (artworkId: ArtworkId) =>
    Promise.all([
      invalidate(listLicenses, { artworkId }),
      invalidate(listReviews, { artworkId }),
      invalidate(listOrders, { userId }),
      invalidate(listOwnership, { userId }),
    ]);
}
