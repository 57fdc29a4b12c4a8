import * as community from "#shared/contract/community.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { deleteCommentHandler, editCommentHandler, writeCommentHandler } from "./comments.ts";
import { listCommentsHandler, listRepliesHandler, readCommentChangesHandler } from "./list-comments.ts";
import { changeReviewHandler, deleteReviewHandler, listReviewsHandler, writeReviewHandler } from "./reviews.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  listComments: listCommentsHandler,
  readCommentChanges: readCommentChangesHandler,
  listReplies: listRepliesHandler,
  writeComment: writeCommentHandler,
  editComment: editCommentHandler,
  deleteComment: deleteCommentHandler,
  listReviews: listReviewsHandler,
  writeReview: writeReviewHandler,
  changeReview: changeReviewHandler,
  deleteReview: deleteReviewHandler,
};

export const handler = serve(community, handlers, () => openServices("community", serviceFactories, process.env));
