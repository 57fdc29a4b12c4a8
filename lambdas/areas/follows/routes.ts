import * as follows from "#shared/contract/follows.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import {
  followArtistHandler,
  listFollowedArtworkHandler,
  listFollowedHandler,
  unfollowArtistHandler,
  updateFollowHandler,
} from "./follows.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  followArtist: followArtistHandler,
  unfollowArtist: unfollowArtistHandler,
  updateFollow: updateFollowHandler,
  listFollowed: listFollowedHandler,
  listFollowedArtwork: listFollowedArtworkHandler,
};

export const handler = serve(follows, handlers, () => openServices("follows", serviceFactories, process.env));
