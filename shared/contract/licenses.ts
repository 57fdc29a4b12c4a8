import * as z from "zod/mini";
import { PAGE } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { ArtworkCard } from "../model/artwork.ts";
import { OrderDocument } from "../model/document.ts";
import { ArtworkId, OrderId, UserId } from "../model/ids.ts";
import { Certificate, VerifiedLicense, VerifierForm } from "../model/license.ts";
import { Preview } from "../model/media.ts";
import { License, ORDER_SIDES, Order } from "../model/order.ts";
import { choice, pageQuery, pageSchema, queriedNumber } from "../model/primitives.ts";
import { route } from "../route.ts";

const DOCUMENT_CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,4}$/;

const selfParams = z.object({ userId: UserId });
const orderParams = z.object({ orderId: OrderId });

/** Artwork as it was bought, with the caller's licences in force. */
const OwnedCard = z.extend(ArtworkCard, { licenses: z.array(License) });
export type OwnedCard = z.output<typeof OwnedCard>;

/** The caller's purchases or sales, newest first. */
export const listOrders = route({
  method: "GET",
  path: "/api/users/{userId}/orders",
  access: "self",
  params: selfParams,
  query: z.extend(pageQuery(), { type: z._default(choice(ORDER_SIDES), "purchases") }),
  status: 200,
  returns: pageSchema(Order),
});

/** For its buyer and its seller only. */
export const readOrder = route({
  method: "GET",
  path: "/api/orders/{orderId}",
  access: "user",
  params: orderParams,
  status: 200,
  returns: Order,
  fails: ["order_not_found"],
});

/** A signed link, valid for a minute, to the bought picture: the original pixels, with the licence in the file. */
export const downloadOrder = route({
  method: "GET",
  path: "/api/orders/{orderId}/download",
  access: "user",
  params: orderParams,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["order_not_found", "license_revoked"],
});

/**
 * Previews of the bought picture without a watermark, and its original. Links are signed and valid for a minute; where the
 * plain previews are public, they are paths.
 */
export const readLicensedPreviews = route({
  method: "GET",
  path: "/api/orders/{orderId}/previews",
  access: "user",
  params: orderParams,
  status: 200,
  returns: z.object({
    /** Path of the public previews that these replace. */
    folder: z.string(),
    previews: z.array(Preview),
    /** True while the previews without a watermark are being made; until then the watermarked ones are returned. */
    pending: z.boolean(),
    /** Signed link to the uploaded file. */
    original: z.string(),
  }),
  fails: ["order_not_found", "license_revoked"],
});

/** Previews without a watermark and the original of the artist's own picture, current or last visible. */
export const readOwnPreviews = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/previews",
  access: "user",
  params: z.object({ artworkId: ArtworkId }),
  status: 200,
  returns: readLicensedPreviews.returns,
  fails: ["artwork_not_found"],
});

/** The signed certificate of an order's licence, for both of its sides. */
export const readCertificate = route({
  method: "GET",
  path: "/api/orders/{orderId}/certificate",
  access: "user",
  params: orderParams,
  status: 200,
  returns: Certificate,
  fails: ["order_not_found"],
});

/** The certificate as a PDF to print and archive: it names the parties and has the signed JSON attached. */
export const readCertificatePdf = route({
  method: "GET",
  path: "/api/orders/{orderId}/certificate.pdf",
  access: "user",
  params: orderParams,
  status: 200,
  produces: "application/pdf",
  returns: z.instanceof(Uint8Array),
  fails: ["order_not_found"],
});

/** A receipt, invoice or credit note, for both sides of the order; the bytes never change. */
export const readDocument = route({
  method: "GET",
  path: "/api/orders/{orderId}/documents/{nth}",
  access: "user",
  params: z.extend(orderParams, { nth: queriedNumber() }),
  status: 200,
  produces: "application/pdf",
  returns: z.instanceof(Uint8Array),
  fails: ["document_not_found"],
});

const ListedDocument = z.extend(OrderDocument, { orderId: OrderId, number: z.string(), issued: z.string() });

/** The documents issued in a year (UTC) for the caller's purchases or sales, ordered by the age of their orders. */
export const listDocuments = route({
  method: "GET",
  path: "/api/users/{userId}/documents",
  access: "self",
  params: selfParams,
  query: z.extend(z.omit(pageQuery(PAGE.max), { cursor: true }), {
    /** An order's id and the document's position in it. */
    cursor: z.optional(z.string().check(z.toLowerCase(), z.regex(DOCUMENT_CURSOR, MESSAGES.invalid))),
    type: z._default(choice(ORDER_SIDES), "purchases"),
    year: queriedNumber(),
  }),
  status: 200,
  returns: pageSchema(ListedDocument),
});

/** The key for verifying certificates offline. */
export const readCertificateKey = route({
  method: "GET",
  path: "/api/verifier/key",
  access: "public",
  status: 200,
  returns: z.object({
    algorithm: z.literal("Ed25519"),
    keyId: z.string(),
    /** SPKI in PEM. */
    publicKey: z.string(),
    /** Every key that has signed or will sign certificates, the current one first; a certificate names its key. */
    keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
  }),
});

/** Looks a licence up by its fingerprint; a party is disclosed only for that party's identifier. */
export const verifyLicense = route({
  method: "POST",
  path: "/api/verifier",
  access: "public",
  audit: "license.look_up",
  body: VerifierForm,
  status: 200,
  returns: VerifiedLicense,
  fails: ["license_not_found"],
});

/** The caller's own licences to an artwork, newest first, revoked ones too. */
export const listLicenses = route({
  method: "GET",
  path: "/api/artwork/{artworkId}/licenses",
  access: "user",
  params: z.object({ artworkId: ArtworkId }),
  status: 200,
  returns: z.object({ items: z.array(License) }),
});

/** Artwork with a licence in force, as it was bought, latest purchase first; includes hidden and deleted artwork. */
export const listOwnership = route({
  method: "GET",
  path: "/api/users/{userId}/ownership",
  access: "self",
  params: selfParams,
  query: pageQuery(),
  status: 200,
  returns: pageSchema(OwnedCard),
});

/** The first pages of the gallery's two lists. */
export const readCollection = route({
  method: "GET",
  path: "/api/users/{userId}/collection",
  access: "self",
  params: selfParams,
  status: 200,
  returns: z.object({ ownership: pageSchema(OwnedCard), favorites: pageSchema(ArtworkCard) }),
});
