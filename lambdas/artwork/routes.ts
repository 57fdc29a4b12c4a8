import * as artwork from "#shared/contract/artwork.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { createArtworkHandler } from "./create-artwork.ts";
import { deleteArtworkHandler } from "./delete-artwork.ts";
import { listArtworkHandler } from "./list-artwork.ts";
import { readArtworkHandler } from "./read-artwork.ts";
import { serviceFactories } from "./services.ts";
import { updateArtworkHandler } from "./update-artwork.ts";

export const handlers = {
  listArtwork: listArtworkHandler,
  createArtwork: createArtworkHandler,
  readArtwork: readArtworkHandler,
  updateArtwork: updateArtworkHandler,
  deleteArtwork: deleteArtworkHandler,
};

export const handler = serve(artwork, handlers, () => openServices("artwork", serviceFactories, process.env));
