import { isbot } from "isbot";
import { countArtworkView, countProfileView, countSearchMiss } from "#shared/contract/audience.ts";
import { VIEW_ALLOWANCE } from "#shared/throttles.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { type Call, handle } from "../../platform/runtime/handle.ts";
import { computeAddressKey } from "../../platform/throttle/address-key.ts";
import { createAllowance } from "../../platform/throttle/allowance.ts";
import { findShownArtwork } from "../artwork/find-artwork.ts";
import { countMiss } from "../search/search-misses.ts";
import { findOpenUser } from "../users/open-account.ts";
import { addView, PROFILE, type Subject } from "./count-audience.ts";
import type { AudienceServices } from "./services.ts";

type Caller = Pick<Call<typeof countArtworkView>, "actor" | "sourceIp" | "raw">;

const isPerson = (userAgent: string) => userAgent !== "" && !isbot(userAgent);

const takeViews = createAllowance(VIEW_ALLOWANCE);

/** A refusal if an IP address reports more views than people can make. */
function checkViewAllowance({ sourceIp }: Pick<Caller, "sourceIp">, { now }: AudienceServices) {
  const retryAfter = takeViews(computeAddressKey(sourceIp), 1, now());
  return retryAfter === undefined ? undefined : fail("too_many_requests", { retryAfter });
}

/**
 * Counts a view if it is the visitor's first of the day and neither the artist's own nor a robot's. A crash may lose a view,
 * but none counts twice.
 */
async function countView(
  page: { readonly artistId: string; readonly subject: Subject },
  { actor, sourceIp, raw }: Caller,
  { table, visits, now }: AudienceServices,
) {
  const userAgent = raw.headers["user-agent"] ?? "";
  if (actor?.userId === page.artistId || !isPerson(userAgent)) return;
  const day = await visits.recordVisit(`${page.artistId} ${page.subject}`, { sourceIp, userAgent }, now());
  if (day) await addView(table, { ...page, day });
}

export const countArtworkViewHandler = handle(countArtworkView, async (call, services: AudienceServices) => {
  const refused = checkViewAllowance(call, services);
  if (refused) return refused;
  const artwork = await findShownArtwork(services.table, call.params.artworkId, undefined);
  if (!artwork) return fail("artwork_not_found");
  await countView({ artistId: artwork.ownerId, subject: artwork.artworkId }, call, services);
});

export const countProfileViewHandler = handle(countProfileView, async (call, services: AudienceServices) => {
  const refused = checkViewAllowance(call, services);
  if (refused) return refused;
  const artist = await findOpenUser(services.table, call.params.userId);
  if (!artist?.verified) return fail("user_not_found");
  await countView({ artistId: artist.userId, subject: PROFILE }, call, services);
});

export const countSearchMissHandler = handle(countSearchMiss, async (call, services: AudienceServices) => {
  const refused = checkViewAllowance(call, services);
  if (refused) return refused;
  if (isPerson(call.raw.headers["user-agent"] ?? ""))
    await countMiss(services.table, call.query.q, call.sourceIp, services.now());
});
