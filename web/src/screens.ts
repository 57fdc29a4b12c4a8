import { type ComponentType, lazy } from "react";
import type { PagePath } from "#shared/pages.ts";

/** The screen of each page. */
export type Screens = Readonly<Record<PagePath, ComponentType>>;

/** Every screen in a script of its own. */
export const screens: Screens = {
  "/": lazy(() => import("./screens/home.tsx")),
  "/artwork/:id": lazy(() => import("./screens/artwork.tsx")),
  "/user/:id": lazy(() => import("./screens/user.tsx")),
  "/collection/:id": lazy(() => import("./screens/collection.tsx")),
  "/tag/:id": lazy(() => import("./screens/tag.tsx")),
  "/search": lazy(() => import("./screens/search.tsx")),
  "/how_it_works": lazy(() => import("./screens/how-it-works.tsx")),
  "/start_selling": lazy(() => import("./screens/start-selling.tsx")),
  "/start_buying": lazy(() => import("./screens/start-buying.tsx")),
  "/license_information": lazy(() => import("./screens/license-information.tsx")),
  "/about": lazy(() => import("./screens/about.tsx")),
  "/faq": lazy(() => import("./screens/faq.tsx")),
  "/privacy_policy": lazy(() => import("./screens/privacy-policy.tsx")),
  "/terms_of_service": lazy(() => import("./screens/terms-of-service.tsx")),
  "/verifier": lazy(() => import("./screens/verifier.tsx")),
  "/404": lazy(() => import("./screens/not-found.tsx")),

  "/signup": lazy(() => import("./screens/signup.tsx")),
  "/login": lazy(() => import("./screens/login.tsx")),
  "/account_restoration": lazy(() => import("./screens/account-restoration.tsx")),
  "/resend_token": lazy(() => import("./screens/resend-token.tsx")),
  "/verify_token/:id": lazy(() => import("./screens/verify-token.tsx")),
  "/forgot_password": lazy(() => import("./screens/forgot-password.tsx")),
  "/reset_password/user/:userId/token/:tokenId": lazy(() => import("./screens/reset-password.tsx")),
  "/update_email": lazy(() => import("./screens/update-email.tsx")),

  "/my_artwork": lazy(() => import("./screens/my-artwork.tsx")),
  "/artwork/add": lazy(() => import("./screens/add-artwork.tsx")),
  "/artwork/:id/edit": lazy(() => import("./screens/edit-artwork.tsx")),
  "/gallery": lazy(() => import("./screens/gallery.tsx")),
  "/following": lazy(() => import("./screens/following.tsx")),
  "/checkout/:id": lazy(() => import("./screens/checkout.tsx")),
  "/onboarding": lazy(() => import("./screens/onboarding.tsx")),
  "/onboarded": lazy(() => import("./screens/onboarded.tsx")),
  "/orders": lazy(() => import("./screens/orders.tsx")),
  "/orders/:id": lazy(() => import("./screens/order.tsx")),
  "/orders/:id/certificate": lazy(() => import("./screens/certificate.tsx")),
  "/dashboard": lazy(() => import("./screens/dashboard.tsx")),
  "/settings": lazy(() => import("./screens/settings.tsx")),
};
