import * as media from "#shared/contract/media.ts";
import { openServices, serve } from "../runtime/serve.ts";
import { announceAvatarHandler } from "./announce-avatar.ts";
import { announceUploadHandler } from "./announce-upload.ts";
import { readMediaHandler } from "./read-media.ts";
import { serviceFactories } from "./services.ts";

export const handlers = {
  announceUpload: announceUploadHandler,
  readMedia: readMediaHandler,
  announceAvatar: announceAvatarHandler,
};

export const handler = serve(media, handlers, () => openServices("media", serviceFactories, process.env));
