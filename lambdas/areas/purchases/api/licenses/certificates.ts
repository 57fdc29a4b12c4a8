import { readCertificate, readCertificateKey, readCertificatePdf } from "#shared/contract/licenses.ts";
import { Failure } from "../../../../platform/runtime/failure.ts";
import { handle } from "../../../../platform/runtime/handle.ts";
import { findMedia } from "../../../media/find-media.ts";
import { getLicensedFolder, isGuarded } from "../../../media/preview-sets.ts";
import { getPayingId, type OrderItem } from "../../order/find-orders.ts";
import { isValid, toLicense } from "../../order/order-view.ts";
import { signCertificate } from "../../order/sign-certificate.ts";
import { findOwnOrder } from "./orders.ts";
import type { LicensesServices } from "./services.ts";

export const readCertificateHandler = handle(
  readCertificate,
  async ({ params, actor }, { table, signing }: LicensesServices) => {
    const order = await findOwnOrder(table, params.orderId, actor.userId);
    return order instanceof Failure ? order : signCertificate(order, signing);
  },
);

/** The smallest preview, without a watermark while the licence is in force. A certificate without it is fine. */
async function readPicture(order: OrderItem, { table, downloads, publicPreviews, log }: LicensesServices) {
  const { mediaId, previewKey, width, height } = order;
  try {
    const media = await findMedia(table, mediaId);
    const isClean = media?.licensedAt && isValid(order) && isGuarded(previewKey, media);
    const jpeg = await (isClean
      ? downloads.licensedPreviews.readSmallest(getLicensedFolder(media))
      : publicPreviews.readSmallest(previewKey));
    return { jpeg, width, height };
  } catch (error) {
    log.warn("A certificate is drawn without its picture", { previewKey, error: error as Error });
    return undefined;
  }
}

export const readCertificatePdfHandler = handle(
  readCertificatePdf,
  async ({ params, actor }, services: LicensesServices) => {
    const order = await findOwnOrder(services.table, params.orderId, actor.userId);
    if (order instanceof Failure) return order;
    const [certificate, picture, { drawCertificate }] = await Promise.all([
      signCertificate(order, services.signing),
      readPicture(order, services),
      import("../../pdf/draw-certificate.ts"),
    ]);
    return drawCertificate({
      orderId: getPayingId(order),
      license: toLicense(order, actor.userId),
      certificate,
      picture,
      verifier: `${services.siteOrigin}/verifier?fingerprint=${order.fingerprint}`,
    });
  },
);

export const readCertificateKeyHandler = handle(readCertificateKey, async (_, { signing }: LicensesServices) => {
  const [{ keyId, publicKey }, keys] = await Promise.all([signing.key(), signing.keys()]);
  const published = keys.map((key) => ({ keyId: key.keyId, publicKey: key.publicKey }));
  return { algorithm: "Ed25519" as const, keyId, publicKey, keys: published };
});
