import type { FeatureSwitches } from "../features.ts";
import type { Route } from "../route.ts";
import * as admin from "./admin.ts";
import * as artwork from "./artwork.ts";
import * as audience from "./audience.ts";
import * as auth from "./auth.ts";
import * as collections from "./collections.ts";
import * as community from "./community.ts";
import * as favorites from "./favorites.ts";
import * as follows from "./follows.ts";
import * as licenses from "./licenses.ts";
import * as media from "./media.ts";
import * as messages from "./messages.ts";
import * as notifications from "./notifications.ts";
import * as onboarding from "./onboarding.ts";
import * as orders from "./orders.ts";
import * as sales from "./sales.ts";
import * as search from "./search.ts";
import * as secondFactor from "./second-factor.ts";
import * as stripe from "./stripe.ts";
import * as support from "./support.ts";
import * as users from "./users.ts";

/** Every route by area; an area is one function. Stack, laptop and tests are derived from this alone. */
export const areas = {
  admin,
  artwork,
  audience,
  auth,
  collections,
  community,
  favorites,
  follows,
  licenses,
  media,
  messages,
  notifications,
  onboarding,
  orders,
  sales,
  "second-factor": secondFactor,
  search,
  stripe,
  support,
  users,
} satisfies Record<string, Record<string, Route>>;

/** True if the route exists on a stage with these switches. */
export const isOn = (route: Pick<Route, "feature">, switches: FeatureSwitches): boolean =>
  !route.feature || switches[route.feature] === true;
