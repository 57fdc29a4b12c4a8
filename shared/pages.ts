import type { Feature, FeatureSwitches } from "./features.ts";
import { PROPERTY_FILTER_NAMES } from "./model/artwork-properties.ts";

interface PageDefinition {
  /**
   * Visitors that may open the page; others are redirected to /login (from protected) or to / (from auth). `link`: anyone may
   * open it from a mail; afterwards it redirects like auth. `operator`: for everybody else the 404 page, which the edge
   * answers to all, as it doesn't know who asks.
   */
  readonly access: "public" | "auth" | "link" | "protected" | "operator";
  /** The page exists only on stages with this feature. */
  readonly feature?: Feature;
  /** Rendered by the function `pages` for visitors; the edge caches one copy per value of these query parameters. */
  readonly rendered?: { readonly query: readonly string[] };
}

/** Query parameters that filter and sort a list of artwork. */
const LISTED = ["sort", "license", "price", "orientation", ...PROPERTY_FILTER_NAMES, "color"] as const;

const open = { access: "public" } as const;
/** The same for everyone, without data of the table. */
const text = { ...open, rendered: { query: [] } } as const;
const auth = { access: "auth" } as const;
const link = { access: "link" } as const;
const own = { access: "protected" } as const;

/** Every page of the site, by its path in React Router's notation. Other paths lead to /404. */
export const PAGES = {
  "/": { ...open, rendered: { query: LISTED } },
  "/artwork/:id": { ...open, rendered: { query: ["license"] } },
  "/user/:id": { ...open, rendered: { query: ["tab"] } },
  "/announcement/:id": open,
  "/collection/:id": { ...open, rendered: { query: [] } },
  "/tag/:id": { ...open, rendered: { query: LISTED } },
  "/search": { ...open, rendered: { query: ["q", "t", ...LISTED] } },
  "/how_it_works": text,
  "/start_selling": text,
  "/start_buying": text,
  "/license_information": text,
  "/about": text,
  "/faq": text,
  "/privacy_policy": text,
  "/terms_of_service": text,
  "/similar": open,
  "/verifier": { ...open, rendered: { query: ["fingerprint"] } },
  "/404": open,

  "/signup": auth,
  "/login": auth,
  "/account_restoration": auth,
  "/resend_token": auth,
  "/verify_token/:id": link,
  "/unsubscribe/:userId/:notice/:key": link,
  "/forgot_password": auth,
  "/reset_password/user/:userId/token/:tokenId": auth,
  "/update_email": auth,

  "/my_artwork": own,
  "/artwork/add": own,
  "/artwork/:id/edit": own,
  "/announcement/add": own,
  "/announcement/:id/edit": own,
  "/gallery": own,
  "/following": own,
  "/messages": own,
  "/messages/:id": own,
  "/checkout/:id": { ...own, feature: "payments" },
  "/checkout/offers/:id": { ...own, feature: "payments" },
  "/onboarding": { ...own, feature: "payments" },
  "/onboarded": { ...own, feature: "payments" },
  "/payouts": own,
  "/orders": own,
  "/orders/:id": own,
  "/orders/:id/certificate": own,
  "/discount_codes": { ...own, feature: "discounts" },
  "/dashboard": { ...own, feature: "dashboard" },
  "/audience": own,
  "/settings": own,
  "/settings/:section": own,

  "/admin/*": { access: "operator" },
} as const satisfies Readonly<Record<`/${string}`, PageDefinition>>;

/** Prefix of the page's path and of its API call. */
export const UNSUBSCRIBE_PATH = "/unsubscribe";

export type PagePath = keyof typeof PAGES;

/** The not-found page; the function `pages` serves it with status 404. */
export const NOT_FOUND = "/404" satisfies PagePath;

/** Paths of the pages that the function `pages` renders. */
export type RenderedPath = {
  [Path in PagePath]: (typeof PAGES)[Path] extends { readonly rendered: object } ? Path : never;
}[PagePath];

export interface Page extends PageDefinition {
  readonly path: PagePath;
}

export const pages = Object.entries(PAGES).map(([path, page]) => ({ path, ...page })) as readonly Page[];

/** True if a stage with these switches has the page. */
export const hasPage = (features: FeatureSwitches, { feature }: Page): boolean => !feature || features[feature];

/** The pages that a stage with these switches answers with status 200. */
export const listPages = (features: FeatureSwitches): Page[] =>
  pages.filter((page) => hasPage(features, page) && page.access !== "operator");

/** Paths for search engines and security researchers, served by the function `pages`, in API Gateway's notation. */
export const CRAWLER_PATHS = ["/robots.txt", "/sitemap.xml", "/sitemaps/{month}", "/.well-known/security.txt"] as const;

/** Files deployed with the function `pages`: the built page with placeholders, and the plain one. */
export const PAGE_FILES = { template: "template.html", plain: "plain.html" } as const;
