import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { DIGITAL_SOURCE_TYPES } from "#shared/artwork-sources.ts";
import { formatLicense, LICENSE_NAMES } from "#shared/certificate/words.ts";
import { getLicenseHolder } from "#shared/rules/license-holder.ts";
import type { Account } from "../../../../platform/picture-files/content-credentials.ts";
import type { Credits } from "../../../../platform/picture-files/credit-text.ts";
import { parseCredits } from "../../../../platform/picture-files/credits.ts";
import { embedRights } from "../../../../platform/picture-files/embed-rights.ts";
import type { PictureRights } from "../../../../platform/picture-files/xmp.ts";
import { counted } from "../../../../platform/runtime/counted.ts";
import { getCreatedAt } from "../../../../platform/runtime/time.ts";
import { VersionEntity } from "../../../artwork/artwork.entity.ts";
import type { Media } from "../../../media/find-media.ts";
import { type PictureSource, toRights } from "../../../media/picture-rights.ts";
import { findUser } from "../../../users/find-user.ts";
import { getPlacedAt, type OrderItem } from "../../order/find-orders.ts";
import type { LicensesServices } from "./services.ts";

type File = Pick<Media, "originalKey" | "mime" | "credits">;
type DeliveryServices = Pick<LicensesServices, "table" | "deliveries" | "contentCredentials" | "siteOrigin" | "log">;

/** The source of the bought version's picture, in IPTC's vocabulary. */
async function findSourceType(order: OrderItem, table: LicensesServices["table"]) {
  const { Item: version } = await table.send(VersionEntity.build(GetItemCommand).key(order));
  const source = version?.card.artworkSource;
  return source ? DIGITAL_SOURCE_TYPES[source] : undefined;
}

const toPictureSource = (order: OrderItem, siteOrigin: string): PictureSource => ({
  artist: order.licenseAssignor,
  made: new Date(getCreatedAt(order.versionId)),
  siteOrigin,
  page: `/artwork/${order.artworkId}`,
});

async function toLicensedRights(
  order: OrderItem,
  credits: Credits,
  { table, siteOrigin }: DeliveryServices,
): Promise<PictureRights> {
  const { fingerprint } = order;
  return {
    ...toRights(toPictureSource(order, siteOrigin), credits),
    title: order.title,
    source: await findSourceType(order, table),
    license: {
      licenseId: order.licenseId,
      imageId: order.artworkId,
      licensee: getLicenseHolder(order),
      start: getPlacedAt(order),
      usage: formatLicense(order),
      terms: `${LICENSE_NAMES[order.licenseType]}, whose text has the SHA-256 ${order.termsHash}`,
      fingerprint,
      verifier: `${siteOrigin}/verifier?fingerprint=${fingerprint}`,
    },
  };
}

async function makeDelivery(
  order: OrderItem,
  { originalKey, mime, credits }: File,
  key: string,
  services: DeliveryServices,
) {
  const { deliveries, log } = services;
  const original = await deliveries.read(originalKey);
  if (!original) throw new Error(`The original of order ${order.orderId} is gone`);
  const rights = await toLicensedRights(order, credits ?? parseCredits(original, mime), services);
  const file = embedRights(original, mime, rights);
  if (!file) {
    log.info("The file format can't hold licence metadata", { orderId: order.orderId, mime });
    return originalKey;
  }
  // The artist's own credits may name anybody: the operators' signature covers only the account's name.
  const signed = { ...rights, ...toRights(toPictureSource(order, services.siteOrigin), { artist: "", copyright: "" }) };
  const seller = await findUser(services.table, order.sellerId);
  const metadata = { title: order.title, rights: signed, account: { userId: order.sellerId, username: seller?.name } };
  await deliveries.store(key, await addCredentials(file, mime, metadata, order, services), mime);
  return key;
}

/** The signed file; the unsigned one if the stage has no certificate, the format doesn't support it, or signing fails. */
async function addCredentials(
  file: Buffer,
  mime: string,
  metadata: { readonly title: string; readonly rights: PictureRights; readonly account: Account },
  { orderId }: OrderItem,
  { contentCredentials, log }: DeliveryServices,
): Promise<Buffer> {
  try {
    const key = await contentCredentials.key();
    if (!key) return file;
    const { signPicture } = await import("../../../../platform/picture-files/content-credentials.ts");
    return (await signPicture(file, mime, metadata, key)) ?? file;
  } catch (error) {
    log.error("A file couldn't be signed", { ...counted("FilesWithoutLicense"), orderId, error: error as Error });
    return file;
  }
}

/**
 * Key of the file for the buyer: the original with the licence embedded, made on demand and deleted after a day. On any
 * failure, the original itself.
 */
export async function deliverFile(order: OrderItem, media: File, services: DeliveryServices): Promise<string> {
  const key = `delivered/${order.licenseId}`;
  // S3 reports a missing file as forbidden if the caller may not list the bucket.
  const size = await services.deliveries.readSize(key).catch(() => undefined);
  if (size !== undefined) return key;
  return makeDelivery(order, media, key, services).catch((error: unknown) => {
    const { orderId } = order;
    services.log.error("A licence couldn't be written into its file", {
      ...counted("FilesWithoutLicense"),
      orderId,
      error: error as Error,
    });
    return media.originalKey;
  });
}
