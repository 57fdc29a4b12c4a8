import type { ComponentType } from "react";
import type { FeatureSwitches } from "#shared/features.ts";
import type { OperatorAccount, OperatorPermission } from "#shared/model/operator.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

interface Place {
  /** The segment of its address below /admin. */
  readonly id: string;
  readonly name: string;
  /** Those with any of these permissions see it; by default all operators. */
  readonly permissions?: readonly OperatorPermission[];
  /** The place exists only on stages with this feature. */
  readonly feature?: keyof FeatureSwitches;
  readonly Screen: ComponentType;
}

/** The places of the administration, in the order of its bar. */
const PLACES: readonly Place[] = [
  {
    id: "queue",
    name: "Queue",
    permissions: ["moderation", "support", "finance"],
    Screen: lazyPart(() => import("./queue.tsx")),
  },
  {
    id: "artwork",
    name: "Artwork",
    permissions: ["moderation"],
    Screen: lazyPart(() => import("./artwork.tsx")),
  },
  {
    id: "people",
    name: "People",
    permissions: ["support", "moderation"],
    Screen: lazyPart(() => import("./people/people.tsx")),
  },
  {
    id: "orders",
    name: "Orders",
    permissions: ["finance"],
    Screen: lazyPart(() => import("./orders/orders.tsx")),
  },
  {
    id: "home",
    name: "Home page",
    permissions: ["curation"],
    Screen: lazyPart(() => import("./home-page/home-page.tsx")),
  },
  {
    id: "words",
    name: "Search words",
    permissions: ["curation"],
    Screen: lazyPart(() => import("./search-words/search-words.tsx")),
  },
  {
    id: "codes",
    name: "Codes",
    permissions: ["finance"],
    feature: "discounts",
    Screen: lazyPart(() => import("./codes/codes.tsx")),
  },
  {
    id: "log",
    name: "Log",
    permissions: ["moderation", "support", "finance"],
    Screen: lazyPart(() => import("./log.tsx")),
  },
  { id: "numbers", name: "Numbers", Screen: lazyPart(() => import("./numbers/numbers.tsx")) },
];

/** The places that an operator may open on a stage with these features. */
export const listPlaces = ({ permissions }: OperatorAccount, features: FeatureSwitches): readonly Place[] =>
  PLACES.filter(
    ({ feature, permissions: accepted }) =>
      (!feature || features[feature]) && (!accepted || accepted.some((one) => permissions.includes(one))),
  );
