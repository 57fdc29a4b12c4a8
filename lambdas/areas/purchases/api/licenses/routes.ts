import * as licenses from "#shared/contract/licenses.ts";
import { openServices, serve } from "../../../../platform/runtime/serve.ts";
import { readCertificateHandler, readCertificateKeyHandler, readCertificatePdfHandler } from "./certificates.ts";
import { listDocumentsHandler, readDocumentHandler } from "./documents.ts";
import { downloadOrderHandler, listOrdersHandler, readOrderHandler } from "./orders.ts";
import { listLicensesHandler, listOwnershipHandler, readCollectionHandler } from "./ownership.ts";
import { readLicensedPreviewsHandler, readOwnPreviewsHandler } from "./previews.ts";
import { serviceFactories } from "./services.ts";
import { verifyLicenseHandler } from "./verifier.ts";

export const handlers = {
  listOrders: listOrdersHandler,
  readOrder: readOrderHandler,
  downloadOrder: downloadOrderHandler,
  readLicensedPreviews: readLicensedPreviewsHandler,
  readOwnPreviews: readOwnPreviewsHandler,
  readCertificate: readCertificateHandler,
  readCertificatePdf: readCertificatePdfHandler,
  readDocument: readDocumentHandler,
  listDocuments: listDocumentsHandler,
  readCertificateKey: readCertificateKeyHandler,
  verifyLicense: verifyLicenseHandler,
  listLicenses: listLicensesHandler,
  listOwnership: listOwnershipHandler,
  readCollection: readCollectionHandler,
};

export const handler = serve(licenses, handlers, () => openServices("licenses", serviceFactories, process.env));
