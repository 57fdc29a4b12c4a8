import * as favorites from "#shared/contract/favorites.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { addFavoriteHandler } from "./add-favorite.ts";
import { listFavoritesHandler } from "./list-favorites.ts";
import { removeFavoriteHandler } from "./remove-favorite.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  addFavorite: addFavoriteHandler,
  removeFavorite: removeFavoriteHandler,
  listFavorites: listFavoritesHandler,
};

export const handler = serve(favorites, handlers, () => openServices("favorites", serviceFactories, process.env));
