import * as artwork from "#shared/contract/artwork.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { createArtworkHandler } from "./create-artwork.ts";
import { deleteArtworkHandler } from "./delete-artwork.ts";
import { listArtworkHandler } from "./list-artwork.ts";
import { listCuratedHandler } from "./list-curated.ts";
import { listPopularThisWeekHandler } from "./list-popular-this-week.ts";
import { readArtworkHandler } from "./read-artwork.ts";
import { readEmbedHandler } from "./read-embed.ts";
import { readSimilarHandler } from "./read-similar.ts";
import { serviceFactories } from "./services.ts";
import { updateArtworkHandler } from "./update-artwork.ts";

export const handlers = {
  listArtwork: listArtworkHandler,
  listCurated: listCuratedHandler,
  listPopularThisWeek: listPopularThisWeekHandler,
  createArtwork: createArtworkHandler,
  readArtwork: readArtworkHandler,
  readSimilar: readSimilarHandler,
  readEmbed: readEmbedHandler,
  updateArtwork: updateArtworkHandler,
  deleteArtwork: deleteArtworkHandler,
};

export const handler = serve(artwork, handlers, () => openServices("artwork", serviceFactories, process.env));
