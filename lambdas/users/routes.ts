import * as users from "#shared/contract/users.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { listFavoritesHandler } from "./list-favorites.ts";
import { listMyArtworkHandler } from "./list-my-artwork.ts";
import { listUploadsHandler } from "./list-uploads.ts";
import { listUserArtworkHandler } from "./list-user-artwork.ts";
import { needs } from "./needs.ts";
import { readUserHandler } from "./read-user.ts";
import { openers } from "./services.ts";

export const handlers = {
  readUser: readUserHandler,
  listUserArtwork: listUserArtworkHandler,
  listMyArtwork: listMyArtworkHandler,
  listUploads: listUploadsHandler,
  listFavorites: listFavoritesHandler,
};

export const handler = serve(users, handlers, () => openServices(needs, openers, process.env));
