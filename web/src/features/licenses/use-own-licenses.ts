import { listReviews } from "#shared/contract/community.ts";
import { listLicenses, listOrders, listOwnership } from "#shared/contract/licenses.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { License } from "#shared/model/order.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { useSession, useSignedIn } from "#web/session/use-session.ts";

/** Licences in force that the signed-in user holds to an artwork, newest first; none for a visitor, nor for null. */
export function useOwnLicenses(artworkId: ArtworkId | null): readonly License[] {
  const { user } = useSession();
  const { data } = useRead(listLicenses, user && artworkId ? { params: { artworkId } } : null, {
    revalidateIfStale: true,
  });
  return data?.items.filter(({ status }) => status === "valid") ?? [];
}

/** Makes everything stale that tells what the signed-in user bought, or sold. */
export function useLicensesChanged() {
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
