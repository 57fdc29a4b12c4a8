import * as follows from "#shared/contract/follows.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { followArtistHandler } from "./follow-artist.ts";
import { listFollowedHandler } from "./list-followed.ts";
import { listFollowedArtworkHandler } from "./list-followed-artwork.ts";
import { serviceFactories } from "./services.ts";
import { unfollowArtistHandler } from "./unfollow-artist.ts";
import { updateFollowHandler } from "./update-follow.ts";

export const handlers = {
  followArtist: followArtistHandler,
  unfollowArtist: unfollowArtistHandler,
  updateFollow: updateFollowHandler,
  listFollowed: listFollowedHandler,
  listFollowedArtwork: listFollowedArtworkHandler,
};

export const handler = serve(follows, handlers, () => openServices("follows", serviceFactories, process.env));
