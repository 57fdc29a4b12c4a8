import * as licenses from "#shared/contract/licenses.ts";
import { openServices, serve } from "../../../runtime/serve.ts";
import { downloadOrderHandler } from "./download-order.ts";
import { listLicensesHandler } from "./list-licenses.ts";
import { listOrdersHandler } from "./list-orders.ts";
import { listOwnershipHandler } from "./list-ownership.ts";
import { readCertificateHandler } from "./read-certificate.ts";
import { readCertificateKeyHandler } from "./read-certificate-key.ts";
import { readCollectionHandler } from "./read-collection.ts";
import { readLicensedPreviewsHandler } from "./read-licensed-previews.ts";
import { readOrderHandler } from "./read-order.ts";
import { readOwnPreviewsHandler } from "./read-own-previews.ts";
import { serviceFactories } from "./services.ts";
import { verifyLicenseHandler } from "./verify-license.ts";

export const handlers = {
  listOrders: listOrdersHandler,
  readOrder: readOrderHandler,
  downloadOrder: downloadOrderHandler,
  readLicensedPreviews: readLicensedPreviewsHandler,
  readOwnPreviews: readOwnPreviewsHandler,
  readCertificate: readCertificateHandler,
  readCertificateKey: readCertificateKeyHandler,
  verifyLicense: verifyLicenseHandler,
  listLicenses: listLicensesHandler,
  listOwnership: listOwnershipHandler,
  readCollection: readCollectionHandler,
};

export const handler = serve(licenses, handlers, () => openServices("licenses", serviceFactories, process.env));
