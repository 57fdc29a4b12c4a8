import * as follows from "#shared/contract/follows.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import {
  createAnnouncementHandler,
  deleteAnnouncementHandler,
  listAnnouncementsHandler,
  readAnnouncementHandler,
  updateAnnouncementHandler,
} from "./announcements.ts";
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
  createAnnouncement: createAnnouncementHandler,
  readAnnouncement: readAnnouncementHandler,
  updateAnnouncement: updateAnnouncementHandler,
  deleteAnnouncement: deleteAnnouncementHandler,
  listAnnouncements: listAnnouncementsHandler,
};

export const handler = serve(follows, handlers, () => openServices("follows", serviceFactories, process.env));
