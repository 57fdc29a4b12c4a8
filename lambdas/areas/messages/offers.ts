import { ConditionCheck } from "dynamodb-toolbox/entity/actions/transactCheck";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { makeOffer, readOffer, requestArtworkOffer, requestOffer } from "#shared/contract/messages.ts";
import { LIMITS } from "#shared/limits.ts";
import { ThreadId } from "#shared/model/ids.ts";
import type { OfferForm } from "#shared/model/offer.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { formatOffer, formatOfferRequest } from "#shared/rules/offers.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { DAY_MS, epochSeconds } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { ArtworkEntity, VersionEntity } from "../artwork/artwork.entity.ts";
import { getTitle } from "../artwork/cards.ts";
import { findArtwork, findShownArtwork } from "../artwork/find-artwork.ts";
import { findOwnOffer } from "../purchases/offers/find-offers.ts";
import { OfferEntity } from "../purchases/offers/offer.entity.ts";
import { showOffer, showOpenOffer } from "../purchases/offers/offer-view.ts";
import { findUser } from "../users/find-user.ts";
import { findOwnThread } from "./find-threads.ts";
import { findArtworkParties, throttleThread } from "./messages.ts";
import { findEarlierMessage, getParties, postMessage } from "./post-message.ts";
import type { MessagesServices } from "./services.ts";
import { toMessage } from "./thread-view.ts";

const draftRequest = (title: string, form: Parameters<typeof formatOfferRequest>[1]) => ({
  messageContent: formatOfferRequest(title, form),
  messageKind: "request" as const,
});

export const requestOfferHandler = handle(
  requestOffer,
  async ({ params, body, actor: { userId }, idempotencyKey }, services: MessagesServices) => {
    const thread = await findOwnThread(services.table, params.threadId, userId);
    if (!thread) return fail("thread_not_found");
    if (thread.buyerId !== userId) return fail("offer_not_asked");
    const repeated = { userId, idempotencyKey, request: body };
    const earlier = await findEarlierMessage(services.table, thread, repeated);
    if (earlier) return toMessage(earlier, userId);
    const artwork = await findShownArtwork(services.table, body.artworkId, userId);
    if (artwork?.ownerId !== thread.artistId) return fail("artwork_not_found");
    const form = draftRequest(getTitle(artwork), body);
    const posted = await postMessage(
      { parties: getParties(thread), threadId: thread.threadId, authorId: userId, form, idempotencyKey, request: body },
      services,
    );
    return posted instanceof Failure ? posted : posted.message;
  },
);

export const requestArtworkOfferHandler = handle(
  requestArtworkOffer,
  async ({ params, body, actor: { userId }, idempotencyKey }, services: MessagesServices) => {
    const parties = await findArtworkParties(services.table, params.artworkId, userId);
    if (parties instanceof Failure) return parties;
    const refused = await throttleThread(services, parties);
    if (refused) return refused;
    const form = draftRequest(parties.title, body);
    const posted = await postMessage({ parties, authorId: userId, form, idempotencyKey, request: body }, services);
    if (posted instanceof Failure) return posted;
    return { threadId: ThreadId.parse(posted.threadId), message: posted.message };
  },
);

/** The offered works as they are now; business licences come first, because the order is in the first one's name. */
async function findOfferedItems(table: OpenTable, artistId: string, { offerItems }: OfferForm) {
  const artworks = await Promise.all(offerItems.map(({ artworkId }) => findArtwork(table, artworkId)));
  const items = [];
  for (const [at, { artworkId, licenseUsage, licenseType, offerPrice }] of offerItems.entries()) {
    const artwork = artworks[at];
    if (!artwork || artwork.deletedAt || artwork.ownerId !== artistId) return fail("offer_not_own");
    if (artwork.blocked) return fail("artwork_blocked");
    if (artwork.exclusiveOrder) return fail("artwork_sold");
    const { versionId } = artwork;
    const title = getTitle(artwork);
    items.push({ artworkId, versionId, title, licenseUsage, licenseType, price: offerPrice * 100 });
  }
  return items.sort((a, b) => Number(isHeldByCompany(b.licenseUsage)) - Number(isHeldByCompany(a.licenseUsage)));
}

/** A day longer than any offer, so that no file goes while a payment begins; the same for each, so that it never shrinks. */
const KEPT_MS = (LIMITS.offer.days.max + 1) * DAY_MS;

/** Keeps a version's file while it may be bought, even if its artist replaces it. */
const keepVersion = (key: { readonly artworkId: string; readonly versionId: string }, now: Date) => [
  {
    write: ArtworkEntity.build(ConditionCheck)
      .key(key)
      .condition({
        and: [
          { attr: "versionId", eq: key.versionId },
          { attr: "deletedAt", exists: false },
          { attr: "blocked", exists: false },
          { attr: "exclusiveOrder", exists: false },
        ],
      }),
    failure: "artwork_moved" as const,
  },
  { write: VersionEntity.build(UpdateTransaction).item({ ...key, offeredUntil: epochSeconds(now) + KEPT_MS / 1000 }) },
];

/** The offer of an earlier call, as its artist sees it. */
async function showMadeOffer(services: MessagesServices, offerId: string | undefined, artistId: string) {
  const offer = await findOwnOffer(services.table, offerId ?? "", artistId);
  if (!offer) throw new Error("The offer of an earlier call is gone");
  return showOffer(services, offer, artistId);
}

export const makeOfferHandler = handle(
  makeOffer,
  async ({ params, body, actor: { userId }, idempotencyKey }, services: MessagesServices) => {
    const { table, fees, now, newId } = services;
    const thread = await findOwnThread(table, params.threadId, userId);
    if (!thread) return fail("thread_not_found");
    if (thread.artistId !== userId) return fail("offer_not_own");
    const earlier = await findEarlierMessage(table, thread, { userId, idempotencyKey, request: body });
    if (earlier) return showMadeOffer(services, earlier.offerId, userId);
    const artist = await findUser(table, userId);
    if (!artist?.onboarded) return fail("commercial_unavailable");
    const items = await findOfferedItems(table, userId, body);
    if (items instanceof Failure) return items;
    const { offerTerms, offerExclusive, offerDays } = body;
    const {
      listPrice: _none,
      tax: _later,
      ...amounts
    } = computeFees(
      items.reduce((sum, { price }) => sum + price, 0),
      0,
      fees,
    );
    const until = epochSeconds(now()) + (offerDays * DAY_MS) / 1000;
    const agreement = {
      ...(offerTerms ? { licenseTerms: offerTerms } : {}),
      ...(offerExclusive ? { licenseExclusive: true } : {}),
    };
    const offer = {
      offerId: newId(),
      threadId: thread.threadId,
      artistId: userId,
      buyerId: thread.buyerId,
      state: "open" as const,
      items,
      ...agreement,
      amounts,
      until,
    };
    const posted = await postMessage(
      {
        parties: getParties(thread),
        threadId: thread.threadId,
        authorId: userId,
        form: { messageContent: formatOffer(items, agreement), messageKind: "offer" },
        idempotencyKey,
        request: body,
        offer: {
          offerId: offer.offerId,
          writes: [
            { write: OfferEntity.build(PutTransaction).item(offer) },
            ...items.flatMap((item) => keepVersion(item, now())),
          ],
        },
      },
      services,
    );
    if (posted instanceof Failure) return posted;
    return posted.offerId === offer.offerId
      ? showOffer(services, offer, userId)
      : showMadeOffer(services, posted.offerId, userId);
  },
);

export const readOfferHandler = handle(readOffer, async ({ params, actor: { userId } }, services: MessagesServices) => {
  const offer = await findOwnOffer(services.table, params.offerId, userId);
  return offer ? showOpenOffer(services, offer, userId) : fail("offer_not_found");
});
