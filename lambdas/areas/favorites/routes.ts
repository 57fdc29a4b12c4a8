import * as favorites from "#shared/contract/favorites.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { addFavoriteHandler, listFavoritesHandler, removeFavoriteHandler } from "./favorites.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  addFavorite: addFavoriteHandler,
  removeFavorite: removeFavoriteHandler,
  listFavorites: listFavoritesHandler,
};

export const handler = serve(favorites, handlers, () => openServices("favorites", serviceFactories, process.env));
