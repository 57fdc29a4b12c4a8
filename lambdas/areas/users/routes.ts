import * as users from "#shared/contract/users.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { listMyArtworkHandler, listUploadsHandler, listUserArtworkHandler } from "./artwork-lists.ts";
import { readUserHandler, updateUserHandler } from "./profile.ts";
import { serviceFactories } from "./services.ts";
import {
  readSettingsHandler,
  updateBillingHandler,
  updatePreferencesHandler,
  updateSellingHandler,
} from "./settings.ts";
import { unsubscribeHandler } from "./unsubscribe.ts";
import { downloadExportHandler, readExportHandler, requestExportHandler } from "./your-data.ts";

export const handlers = {
  readUser: readUserHandler,
  listUserArtwork: listUserArtworkHandler,
  listMyArtwork: listMyArtworkHandler,
  listUploads: listUploadsHandler,
  readSettings: readSettingsHandler,
  updateUser: updateUserHandler,
  updatePreferences: updatePreferencesHandler,
  updateBilling: updateBillingHandler,
  updateSelling: updateSellingHandler,
  unsubscribe: unsubscribeHandler,
  readExport: readExportHandler,
  requestExport: requestExportHandler,
  downloadExport: downloadExportHandler,
};

export const handler = serve(users, handlers, () => openServices("users", serviceFactories, process.env));
