import * as users from "#shared/contract/users.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { listMyArtworkHandler } from "./list-my-artwork.ts";
import { listUploadsHandler } from "./list-uploads.ts";
import { listUserArtworkHandler } from "./list-user-artwork.ts";
import { readSettingsHandler } from "./read-settings.ts";
import { readUserHandler } from "./read-user.ts";
import { serviceFactories } from "./services.ts";
import { updateBillingHandler } from "./update-billing.ts";
import { updatePreferencesHandler } from "./update-preferences.ts";
import { updateUserHandler } from "./update-user.ts";

export const handlers = {
  readUser: readUserHandler,
  listUserArtwork: listUserArtworkHandler,
  listMyArtwork: listMyArtworkHandler,
  listUploads: listUploadsHandler,
  readSettings: readSettingsHandler,
  updateUser: updateUserHandler,
  updatePreferences: updatePreferencesHandler,
  updateBilling: updateBillingHandler,
};

export const handler = serve(users, handlers, () => openServices("users", serviceFactories, process.env));
