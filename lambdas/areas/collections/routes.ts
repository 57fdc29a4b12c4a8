import * as collections from "#shared/contract/collections.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import {
  createCollectionHandler,
  deleteCollectionHandler,
  listCollectionsHandler,
  readCollectionHandler,
  updateCollectionHandler,
} from "./collections.ts";
import {
  deleteCollectionCommentHandler,
  editCollectionCommentHandler,
  listCollectionCommentsHandler,
  writeCollectionCommentHandler,
} from "./comments.ts";
import { addToCollectionHandler, moveInCollectionHandler, removeFromCollectionHandler } from "./entries.ts";
import { inviteMemberHandler, listSharedCollectionsHandler, removeMemberHandler } from "./members.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  createCollection: createCollectionHandler,
  readCollection: readCollectionHandler,
  updateCollection: updateCollectionHandler,
  deleteCollection: deleteCollectionHandler,
  addToCollection: addToCollectionHandler,
  moveInCollection: moveInCollectionHandler,
  removeFromCollection: removeFromCollectionHandler,
  inviteMember: inviteMemberHandler,
  removeMember: removeMemberHandler,
  listSharedCollections: listSharedCollectionsHandler,
  listCollections: listCollectionsHandler,
  listCollectionComments: listCollectionCommentsHandler,
  writeCollectionComment: writeCollectionCommentHandler,
  editCollectionComment: editCollectionCommentHandler,
  deleteCollectionComment: deleteCollectionCommentHandler,
};

export const handler = serve(collections, handlers, () => openServices("collections", serviceFactories, process.env));
