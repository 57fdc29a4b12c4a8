import { type ComponentType, lazy, useEffect } from "react";
import type { PagePath } from "#shared/pages.ts";

/** The screen of each page. */
export type Screens = Readonly<Record<PagePath, ComponentType>>;

const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

/** The URL if this page load was a reload. */
const reloaded = visit?.type === "reload" ? window.location.href : null;

/**
 * Replaces a screen whose script failed to load. When rendered, it reloads the page once, as there may be a newer build;
 * after that it shows the failure.
 */
function missingScreen(failure: unknown) {
  return function MissingScreen(): null {
    const mayHelp = navigator.onLine && window.location.href !== reloaded;
    useEffect(() => {
      if (mayHelp) window.location.reload();
    }, [mayHelp]);
    if (!mayHelp) throw failure;
    return null;
  };
}

const screen = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazy(() => load().catch((failure: unknown) => ({ default: missingScreen(failure) })));

/** One component, so that its state survives a change of the section. */
const settings = screen(() => import("./screens/settings.tsx"));

/** Every screen in a script of its own. */
export const screens: Screens = {
  "/": screen(() => import("./screens/home.tsx")),
  "/artwork/:id": screen(() => import("./screens/artwork.tsx")),
  "/user/:id": screen(() => import("./screens/user.tsx")),
  "/announcement/:id": screen(() => import("./screens/announcement.tsx")),
  "/collection/:id": screen(() => import("./screens/collection.tsx")),
  "/tag/:id": screen(() => import("./screens/tag.tsx")),
  "/search": screen(() => import("./screens/search.tsx")),
  "/similar": screen(() => import("./screens/similar.tsx")),
  "/how_it_works": screen(() => import("./screens/how-it-works.tsx")),
  "/start_selling": screen(() => import("./screens/start-selling.tsx")),
  "/start_buying": screen(() => import("./screens/start-buying.tsx")),
  "/license_information": screen(() => import("./screens/license-information.tsx")),
  "/about": screen(() => import("./screens/about.tsx")),
  "/faq": screen(() => import("./screens/faq.tsx")),
  "/privacy_policy": screen(() => import("./screens/privacy-policy.tsx")),
  "/terms_of_service": screen(() => import("./screens/terms-of-service.tsx")),
  "/verifier": screen(() => import("./screens/verifier.tsx")),
  "/unsubscribe/:userId/:notice/:key": screen(() => import("./screens/unsubscribe.tsx")),
  "/404": screen(() => import("./screens/not-found.tsx")),

  "/signup": screen(() => import("./screens/signup.tsx")),
  "/login": screen(() => import("./screens/login.tsx")),
  "/account_restoration": screen(() => import("./screens/account-restoration.tsx")),
  "/resend_token": screen(() => import("./screens/resend-token.tsx")),
  "/verify_token/:id": screen(() => import("./screens/verify-token.tsx")),
  "/forgot_password": screen(() => import("./screens/forgot-password.tsx")),
  "/reset_password/user/:userId/token/:tokenId": screen(() => import("./screens/reset-password.tsx")),
  "/update_email": screen(() => import("./screens/update-email.tsx")),

  "/my_artwork": screen(() => import("./screens/my-artwork.tsx")),
  "/artwork/add": screen(() => import("./screens/add-artwork.tsx")),
  "/artwork/:id/edit": screen(() => import("./screens/edit-artwork.tsx")),
  "/announcement/add": screen(() => import("./screens/add-announcement.tsx")),
  "/announcement/:id/edit": screen(() => import("./screens/edit-announcement.tsx")),
  "/gallery": screen(() => import("./screens/gallery.tsx")),
  "/following": screen(() => import("./screens/following.tsx")),
  "/messages": screen(() => import("./screens/messages.tsx")),
  "/messages/:id": screen(() => import("./screens/messages.tsx")),
  "/checkout/:id": screen(() => import("./screens/checkout.tsx")),
  "/checkout/offers/:id": screen(() => import("./screens/offer-checkout.tsx")),
  "/onboarding": screen(() => import("./screens/onboarding.tsx")),
  "/onboarded": screen(() => import("./screens/onboarded.tsx")),
  "/payouts": screen(() => import("./screens/payouts.tsx")),
  "/orders": screen(() => import("./screens/orders.tsx")),
  "/orders/:id": screen(() => import("./screens/order.tsx")),
  "/orders/:id/certificate": screen(() => import("./screens/certificate.tsx")),
  "/discount_codes": screen(() => import("./screens/discount-codes.tsx")),
  "/dashboard": screen(() => import("./screens/dashboard.tsx")),
  "/audience": screen(() => import("./screens/audience.tsx")),
  "/settings": settings,
  "/settings/:section": settings,

  "/admin/*": screen(() => import("./screens/admin.tsx")),
};
