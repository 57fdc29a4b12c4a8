import { type DemoData, ignoreConflict } from "#demo/client.ts";
import { DISCOUNT_CODES } from "#demo/events.ts";
import { runConcurrently } from "#demo/run-concurrently.ts";

/** Creates the sellers' codes for those of their works that exist. */
export async function addDiscountCodes({ sessions, artworkIds, signal }: DemoData): Promise<void> {
  await runConcurrently(
    DISCOUNT_CODES,
    async ({ seller, code, percent, titles }) => {
      const session = sessions.get(seller);
      const discountArtwork = titles.flatMap((title) => artworkIds.get(title) ?? []);
      if (!session || discountArtwork.length === 0) return;
      const path = `/api/users/${session.userId}/discounts`;
      const body = { discountCode: code, discountPercent: percent, discountArtwork };
      await ignoreConflict(() => session.call({ step: `create the code ${code}`, method: "POST", path, body }));
    },
    signal,
  );
}
