import * as media from "#shared/contract/media.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { serviceFactories } from "./services.ts";
import { announceAvatarHandler, announceUploadHandler, readMediaHandler } from "./uploads.ts";

export const handlers = {
  announceUpload: announceUploadHandler,
  readMedia: readMediaHandler,
  announceAvatar: announceAvatarHandler,
};

export const handler = serve(media, handlers, () => openServices("media", serviceFactories, process.env));
