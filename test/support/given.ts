import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { ClaimEntity } from "#lambdas/areas/users/claim.entity.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { computeSha256 } from "#lambdas/events/uploads/inspect-picture.ts";
import { startProcessing } from "#lambdas/events/uploads/media-state.ts";
import { storeVerified, verifyUpload } from "#lambdas/events/uploads/verify-upload.ts";
import { createArtwork } from "#shared/contract/artwork.ts";
import { login, signup, verifyToken } from "#shared/contract/auth.ts";
import { addToCollection, createCollection } from "#shared/contract/collections.ts";
import { writeComment, writeReview } from "#shared/contract/community.ts";
import { announceAvatar, announceUpload } from "#shared/contract/media.ts";
import { placeOrder } from "#shared/contract/orders.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import type { LicenseForm } from "#shared/model/license.ts";
import { createPicture, UNPUBLISHED } from "./pictures.ts";
import { createAccount } from "./seller-account.ts";
import type { Api } from "./start-api.ts";

export const billing = {
  billingName: "Ada",
  billingSurname: "Painter",
  billingEmail: "bills@ochre.test",
  billingAddress: "Colour Street 1",
  billingZip: "1010",
  billingCity: "Vienna",
  billingCountry: "AT",
};

interface UserFacts {
  readonly onboarded?: boolean;
  readonly stripeId?: string;
  readonly fullName?: string;
  /** Number of the account's second factors. */
  readonly factors?: number;
  readonly showsFavorites?: boolean;
}

let people = 0;

/** A default picture as the media function processes it; shared by a file's tests, as that is slow. */
let anyPicture: ReturnType<typeof verifiedPicture> | undefined;

async function verifiedPicture(services: Api["services"]) {
  const file = await createPicture();
  const announcement = { mime: "image/jpeg", bytes: file.length, sha256: computeSha256(file) };
  const announced = { ...announcement, previewKey: newFolder({ isWide: true }) };
  const verified = await verifyUpload(file, announced, UNPUBLISHED, services);
  if (typeof verified === "string") throw new Error(verified);
  return { announcement, verified };
}

const AGAIN = { "idempotency-key": "given" };

/** Builders of test data; all but the users are created through the API. */
export function createGiven(api: Api) {
  /** A verified account, written directly to the table. */
  async function user(facts: UserFacts = {}) {
    const userId = api.services.newId();
    const name = `artist_${++people}`;
    const email = `${name}@ochre.test`;
    const { table } = api.services;
    await table.send(
      UserEntity.build(PutItemCommand).item({ userId, name, fullName: "Some Artist", email, verified: true, ...facts }),
    );
    await table.send(ClaimEntity.build(PutItemCommand).item({ kind: "NAME", value: name, userId }));
    await table.send(ClaimEntity.build(PutItemCommand).item({ kind: "EMAIL", value: email, userId }));
    return { userId, name, email };
  }

  /** An onboarded seller, paid in the currency of their business's country. */
  async function seller({ businessCountry = "AT", ...facts }: UserFacts & { readonly businessCountry?: string } = {}) {
    const account = await createAccount(api.provider, businessCountry);
    api.stripe.submitDetails(account.id);
    return { ...(await user({ ...facts, onboarded: true, stripeId: account.id })), stripeId: account.id };
  }

  /** A user with a real token, which public routes check themselves. */
  async function member() {
    const userUsername = `member_${++people}`;
    const userEmail = `${userUsername}@ochre.test`;
    const credentials = { userUsername, userPassword: "a fine password 1" };
    const form = { ...credentials, userName: "Some Member", userEmail, userConfirm: credentials.userPassword };
    await api.call(signup, { body: form });
    const mail = api.mails().find(({ to }) => to.includes(userEmail));
    await api.call(verifyToken, { params: { tokenId: mail?.links[0]?.split("/").at(-1) ?? "" } });
    const { user, accessToken } = (await api.call(login, { body: credentials })).body;
    return { userId: user.id as string, name: userUsername, token: accessToken, credentials };
  }

  /** Uploads a file like a browser; `status` is the bucket's response. */
  async function upload(
    userId: string,
    file: Buffer,
    mime = "image/jpeg",
    announce: typeof announceUpload | typeof announceAvatar = announceUpload,
  ) {
    const ticket = await api.call(announce, {
      as: userId,
      body: { mime, bytes: file.length, sha256: computeSha256(file) },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(ticket.body.upload.fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(file)], { type: mime }));
    const { status } = await fetch(ticket.body.upload.url, { method: "POST", body: form });
    await api.settled();
    return { mediaId: ticket.body.mediaId, ticket: ticket.body, status };
  }

  /** A verified avatar, not in use yet. */
  const avatar = async (userId: string) =>
    upload(userId, await createPicture({ width: 400, height: 300 }), "image/jpeg", announceAvatar);

  /** A verified picture, not in use yet; unlike `upload`, skips the bucket and the encoding. */
  async function picture(ownerId: string) {
    anyPicture ??= verifiedPicture(api.services);
    const { announcement, verified } = await anyPicture;
    const { mediaId } = (await api.call(announceUpload, { as: ownerId, body: announcement })).body;
    const media = await findMedia(api.services.table, mediaId);
    if (!media || !(await startProcessing(api.services.table, mediaId))) throw new Error("No upload was announced");
    await storeVerified(api.services, media, verified);
    return mediaId;
  }

  /** A published artwork; by default free and visible. */
  async function artwork(ownerId: string, form: Partial<ArtworkFormInput> = {}) {
    const mediaId = await picture(ownerId);
    const created = await api.call(createArtwork, { as: ownerId, body: { ...freeArtwork, ...form, mediaId } });
    return { ...created.body, mediaId };
  }

  /** A comment; its author must be able to see the artwork. */
  async function comment(artworkId: string, authorId: string, commentContent = "What light!") {
    const written = await api.call(writeComment, { as: authorId, params: { artworkId }, body: { commentContent } });
    return written.body;
  }

  /** A public collection of artwork in this order; resolves to its id. */
  async function collection(ownerId: string, artworkIds: readonly string[], form: object = {}) {
    const body = { collectionTitle: "Dusk", ...form };
    const { collectionId } = (await api.call(createCollection, { as: ownerId, body })).body;
    for (const artworkId of artworkIds) {
      await api.call(addToCollection, { as: ownerId, params: { collectionId, artworkId } });
    }
    return collectionId;
  }

  /** An order of a free artwork; an existing one is returned. */
  async function order(artworkId: string, buyerId: string, license: Partial<LicenseForm> = {}) {
    const artwork = await findArtwork(api.services.table, artworkId);
    const body = { ...personalLicense, ...license, artworkId, versionId: artwork?.versionId };
    const { status, body: placed, failure } = await api.call(placeOrder, { as: buyerId, body, headers: AGAIN });
    if (status !== 201) throw new Error(`Placing an order answered ${status} ${failure.code}`);
    return placed;
  }

  /** A review, with the order that it requires. */
  async function review(artworkId: string, buyerId: string, reviewRating = 5) {
    await order(artworkId, buyerId);
    const written = await api.call(writeReview, { as: buyerId, params: { artworkId }, body: { reviewRating } });
    return written.body;
  }

  return { user, seller, member, upload, avatar, picture, artwork, comment, collection, order, review };
}

/** Form of a free artwork, which any user may publish. */
export const freeArtwork = {
  artworkTitle: "Dunes at noon",
  artworkDescription: "Sand and light.",
  artworkAvailability: "available",
  artworkType: "free",
  artworkLicense: "personal",
  artworkVisibility: "visible",
} as const satisfies ArtworkFormInput;

/** Form of an artwork with both licences for sale. */
export const pricedArtwork = {
  ...freeArtwork,
  artworkType: "commercial",
  artworkLicense: "commercial",
  artworkUse: "separate",
  artworkPersonal: 20,
  artworkCommercial: 50,
} as const satisfies ArtworkFormInput;

/** Form of a licence that any free artwork offers. */
export const personalLicense = { licenseUsage: "personal", licenseType: "personal" } as const;
