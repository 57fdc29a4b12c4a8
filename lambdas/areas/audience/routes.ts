import * as audience from "#shared/contract/audience.ts";
import { openServices, serve } from "../../platform/runtime/serve.ts";
import { readArtworkViewsHandler, readAudienceHandler } from "./audience.ts";
import { serviceFactories } from "./services.ts";
import { countArtworkViewHandler, countProfileViewHandler, countSearchMissHandler } from "./views.ts";

export const handlers = {
  countArtworkView: countArtworkViewHandler,
  countProfileView: countProfileViewHandler,
  countSearchMiss: countSearchMissHandler,
  readArtworkViews: readArtworkViewsHandler,
  readAudience: readAudienceHandler,
};

export const handler = serve(audience, handlers, () => openServices("audience", serviceFactories, process.env));
