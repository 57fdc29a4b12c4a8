import * as artwork from "#shared/contract/artwork.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { createArtworkHandler, deleteArtworkHandler, updateArtworkHandler } from "./artwork.ts";
import {
  listArtworkHandler,
  listCuratedHandler,
  listPopularThisWeekHandler,
  readSimilarHandler,
} from "./list-artwork.ts";
import { listCategoriesHandler } from "./list-categories.ts";
import { readNearCopiesHandler, recognizePictureHandler } from "./near-copies.ts";
import { readArtworkHandler } from "./read-artwork.ts";
import { readEmbedHandler } from "./read-embed.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  listArtwork: listArtworkHandler,
  listCurated: listCuratedHandler,
  listPopularThisWeek: listPopularThisWeekHandler,
  listCategories: listCategoriesHandler,
  createArtwork: createArtworkHandler,
  readNearCopies: readNearCopiesHandler,
  recognizePicture: recognizePictureHandler,
  readArtwork: readArtworkHandler,
  readSimilar: readSimilarHandler,
  readEmbed: readEmbedHandler,
  updateArtwork: updateArtworkHandler,
  deleteArtwork: deleteArtworkHandler,
};

export const handler = serve(artwork, handlers, () => openServices("artwork", serviceFactories, process.env));
