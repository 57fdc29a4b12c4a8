import { type ComponentType, lazy, type ReactNode } from "react";
import { matchPath } from "react-router-dom";
import type { Feature, FeatureSwitches } from "#shared/features.ts";

type Load = () => Promise<{ default: ComponentType }>;

/** A page of the site. */
export interface ScreenRoute {
  readonly path: string;
  /**
   * Who may be here; others are sent to /login (from protected) or to / (from auth).
   * A link from a mail does its work whoever opens it, and then sends like auth.
   */
  readonly kind: "public" | "auth" | "link" | "protected";
  /** The page exists only on stages where this is on. */
  readonly feature?: Feature;
  /** Starts loading the screen's script; asking again costs nothing. */
  readonly load: Load;
  readonly element: ReactNode;
}

function screen(kind: ScreenRoute["kind"], path: string, load: Load, feature?: Feature): ScreenRoute {
  const Screen = lazy(load);
  return { path, kind, load, element: <Screen />, ...(feature ? { feature } : {}) };
}

/** Every page, each in a script of its own. What isn't here leads to /404, and no link points to it. */
export const screens: readonly ScreenRoute[] = [
  screen("public", "/", () => import("./screens/home.tsx")),
  screen("public", "/artwork/:id", () => import("./screens/artwork.tsx")),
  screen("public", "/user/:id", () => import("./screens/user.tsx")),
  screen("public", "/search", () => import("./screens/search.tsx")),
  screen("public", "/how_it_works", () => import("./screens/how-it-works.tsx")),
  screen("public", "/start_selling", () => import("./screens/start-selling.tsx")),
  screen("public", "/start_buying", () => import("./screens/start-buying.tsx")),
  screen("public", "/license_information", () => import("./screens/license-information.tsx")),
  screen("public", "/about", () => import("./screens/about.tsx")),
  screen("public", "/faq", () => import("./screens/faq.tsx")),
  screen("public", "/privacy_policy", () => import("./screens/privacy-policy.tsx")),
  screen("public", "/terms_of_service", () => import("./screens/terms-of-service.tsx")),
  screen("public", "/verifier", () => import("./screens/verifier.tsx")),
  screen("public", "/404", () => import("./screens/not-found.tsx")),

  screen("auth", "/signup", () => import("./screens/signup.tsx")),
  screen("auth", "/login", () => import("./screens/login.tsx")),
  screen("auth", "/account_restoration", () => import("./screens/account-restoration.tsx")),
  screen("auth", "/resend_token", () => import("./screens/resend-token.tsx")),
  screen("link", "/verify_token/:id", () => import("./screens/verify-token.tsx")),
  screen("auth", "/forgot_password", () => import("./screens/forgot-password.tsx")),
  screen("auth", "/reset_password/user/:userId/token/:tokenId", () => import("./screens/reset-password.tsx")),
  screen("auth", "/update_email", () => import("./screens/update-email.tsx")),

  screen("protected", "/my_artwork", () => import("./screens/my-artwork.tsx")),
  screen("protected", "/artwork/add", () => import("./screens/add-artwork.tsx")),
  screen("protected", "/artwork/:id/edit", () => import("./screens/edit-artwork.tsx")),
  screen("protected", "/gallery", () => import("./screens/gallery.tsx")),
  screen("protected", "/checkout/:id", () => import("./screens/checkout.tsx"), "payments"),
  screen("protected", "/onboarding", () => import("./screens/onboarding.tsx"), "payments"),
  screen("protected", "/onboarded", () => import("./screens/onboarded.tsx"), "payments"),
  screen("protected", "/orders", () => import("./screens/orders.tsx")),
  screen("protected", "/orders/:id", () => import("./screens/order.tsx")),
  screen("protected", "/orders/:id/certificate", () => import("./screens/certificate.tsx")),
  screen("protected", "/dashboard", () => import("./screens/dashboard.tsx"), "dashboard"),
  screen("protected", "/settings", () => import("./screens/settings.tsx")),
];

/** The page that a path opens on a stage with these switches, if there is one; a literal path wins over a parameter. */
export function screenAt(path: string, features: FeatureSwitches): ScreenRoute | undefined {
  const offered = screens.filter(({ feature }) => !feature || features[feature]);
  const literal = offered.find((one) => one.path === path);
  if (literal) return literal;
  const matching = offered.filter((one) => matchPath(one.path, path));
  return matching.find((one) => !one.path.includes(":")) ?? matching[0];
}
