import * as collections from "#shared/contract/collections.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { addToCollectionHandler, moveInCollectionHandler, removeFromCollectionHandler } from "./change-entries.ts";
import { createCollectionHandler } from "./create-collection.ts";
import { deleteCollectionHandler } from "./delete-collection.ts";
import { listCollectionsHandler } from "./list-collections.ts";
import { readCollectionHandler } from "./read-collection.ts";
import { serviceFactories } from "./services.ts";
import { updateCollectionHandler } from "./update-collection.ts";

export const handlers = {
  createCollection: createCollectionHandler,
  readCollection: readCollectionHandler,
  updateCollection: updateCollectionHandler,
  deleteCollection: deleteCollectionHandler,
  addToCollection: addToCollectionHandler,
  moveInCollection: moveInCollectionHandler,
  removeFromCollection: removeFromCollectionHandler,
  listCollections: listCollectionsHandler,
};

export const handler = serve(collections, handlers, () => openServices("collections", serviceFactories, process.env));
