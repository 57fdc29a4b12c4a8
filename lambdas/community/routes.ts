import * as community from "#shared/contract/community.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { changeReviewHandler } from "./change-review.ts";
import { deleteCommentHandler } from "./delete-comment.ts";
import { deleteReviewHandler } from "./delete-review.ts";
import { editCommentHandler } from "./edit-comment.ts";
import { listCommentsHandler } from "./list-comments.ts";
import { listRepliesHandler } from "./list-replies.ts";
import { listReviewsHandler } from "./list-reviews.ts";
import { readCommentChangesHandler } from "./read-comment-changes.ts";
import { serviceFactories } from "./services.ts";
import { writeCommentHandler } from "./write-comment.ts";
import { writeReviewHandler } from "./write-review.ts";

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
