import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AuditEvent } from "#shared/audit.ts";
import { areas } from "#shared/contract/areas.ts";
import { buildRouteKey, type Effect, type Route } from "#shared/route.ts";

/** An effect's events in the audit log, and the functions that cause it. */
interface Cause {
  readonly events: readonly AuditEvent[];
  readonly functions: readonly string[];
}

/** By operators' own effect, which `test/api/operators.test.ts` requires of each of their routes that writes. */
const BY_OPERATORS = "operating" satisfies Effect;

const CAUSES: Readonly<Record<Exclude<Effect, typeof BY_OPERATORS>, Cause>> = {
  address: { events: ["email.change"], functions: ["requestEmailChange"] },
  password: { events: ["password.change"], functions: ["identity.setPassword"] },
  factors: {
    events: ["factor.add", "factor.remove", "factor.renew_codes"],
    functions: ["addOwnFactor", "removeOwnFactor", "replaceRecoveryCodes"],
  },
  otherSessions: { events: ["session.end", "session.end_others"], functions: ["endSession", "endSessionsExcept"] },
  payouts: { events: ["seller.onboard", "seller.open"], functions: ["createOnboardingLink", "createLoginLink"] },
  evidence: { events: ["order.evidence"], functions: ["submitDisputeEvidence", "actOnOrder"] },
  export: {
    events: ["account.request_export", "account.download_export"],
    functions: ["beginDataExport", "buildArchiveKey"],
  },
  refund: { events: ["order.refund"], functions: ["refundRest", "actOnOrder"] },
  closing: { events: ["account.close"], functions: ["closeAccount"] },
  billing: { events: ["account.billing"], functions: [] },
  savedCards: {
    events: ["payment_method.remove", "payment_method.offer", "intent.create"],
    functions: ["removeSavedMethod", "openCustomerSession", "beginPayment"],
  },
  discountCodes: { events: ["discount.create", "discount.end"], functions: [] },
  offers: { events: ["offer.make"], functions: [] },
  deletion: {
    events: ["artwork.delete", "artwork.change", "collection.delete"],
    functions: ["markDeleted", "takesFromOwner"],
  },
};

/** Routes that a session may call without a second factor: nothing is irreversibly destroyed, given away, spent or sent elsewhere. */
const HARMLESS = {
  "publishes, which its owner can take back": [
    "createAnnouncement",
    "createArtwork",
    "createCollection",
    "announceUpload",
    "announceAvatar",
  ],
  "changes what can be changed back": [
    "updateAnnouncement",
    "updateCollection",
    "addToCollection",
    "moveInCollection",
    "removeFromCollection",
    "inviteMember",
    "removeMember",
    "addFavorite",
    "removeFavorite",
    "followArtist",
    "unfollowArtist",
    "updateFollow",
    "blockPerson",
    "unblockPerson",
    "markThreadRead",
    "readAllNotifications",
    "readNotification",
    "unreadNotification",
    "updateUser",
    "updatePreferences",
  ],
  "says something, or takes back what can be said again": [
    "writeComment",
    "editComment",
    "writeCollectionComment",
    "editCollectionComment",
    "deleteCollectionComment",
    "deleteAnnouncement",
    "deleteComment",
    "writeReview",
    "changeReview",
    "deleteReview",
    "startThread",
    "writeMessage",
    "requestOffer",
    "requestArtworkOffer",
    "withdrawOffer",
    "writeTicket",
    "reportThread",
    "answerSuspension",
  ],
  "looks something up": [
    "readDiscount",
    "quoteTax",
    "previewCaseMails",
    "previewArtworkMails",
    "previewAccountMails",
    "previewOrderMails",
  ],
  "reserves work for an operator": ["takeCase", "releaseCase"],
  "spends nothing: a payment is paid with its own secret, and a canceled one can begin again": [
    "placeOrder",
    "cancelIntent",
  ],
  "is how the owner proves it": ["readProofOptions", "proveOwner"],
} as const;

const routes = Object.values(areas).flatMap((area) => Object.entries<Route>(area));

/** True if the handler requires the second factor for some calls only. */
const asksForProof = ({ fails = [] }: Route) => fails.includes("proof_required");

/** The source of each handler with the functions and constants of its file that it uses. */
const handlers = globSync("lambdas/areas/**/*.ts").flatMap((file) => {
  const statements = readFileSync(file, "utf8").split(/^(?=(?:export )?(?:const|async function|function) )/m);
  const named = statements.flatMap((text) => {
    const [, name] = /^(?:export )?(?:const|async function|function) (\w+)/.exec(text) ?? [];
    return name ? [{ name, text }] : [];
  });
  const withUsed = (source: string): string => {
    const used = named.filter(({ name, text }) => !source.includes(text) && new RegExp(`\\b${name}\\b`).test(source));
    return used.length > 0 ? withUsed([source, ...used.map(({ text }) => text)].join("\n")) : source;
  };
  return statements.flatMap((text) => {
    const [, name] = /= handle\(\s*(?:\w+\.)?(\w+),/.exec(text) ?? [];
    return name ? [{ name, source: withUsed(text) }] : [];
  });
});

describe.each(Object.entries(CAUSES))("the effect %s", (effect, { events, functions }) => {
  const isDeclared = (route: Route) =>
    route.access === "public" ||
    route.effects?.some((declared) => declared === effect || declared === BY_OPERATORS) ||
    asksForProof(route);

  test("is declared by every route with one of its audit events", () => {
    const causing = routes.flatMap(([, route]) => (route.audit && events.includes(route.audit) ? [route] : []));
    expect(causing.length).toBeGreaterThan(0);
    expect(causing.filter((route) => !isDeclared(route)).map(buildRouteKey)).toEqual([]);
  });

  test.each(functions)("is declared by every route whose handler calls %s", (name) => {
    const calling = handlers.filter(({ source }) => source.includes(`${name}(`)).map((handler) => handler.name);
    expect(calling).not.toEqual([]);
    const causing = routes.filter(([route]) => calling.includes(route));
    expect(causing.filter(([, route]) => !isDeclared(route)).map(([route]) => route)).toEqual([]);
  });
});

test("every route that declares proof_required checks for it", () => {
  const asking = handlers.filter(({ source }) => source.includes("isProvenOwner(")).map(({ name }) => name);
  const declared = routes.filter(([, route]) => asksForProof(route)).map(([name]) => name);
  expect(declared.length).toBeGreaterThan(0);
  expect(declared.filter((name) => !asking.includes(name))).toEqual([]);
});

test("every other route that writes is listed as harmless", () => {
  const writing = routes.filter(([, { method, access }]) => method !== "GET" && access !== "public");
  const unproven = writing.filter(([, route]) => !route.effects && !asksForProof(route)).map(([name]) => name);
  expect(unproven.toSorted()).toEqual(Object.values(HARMLESS).flat().toSorted());
});

test("no public route declares an effect", () => {
  expect(routes.filter(([, { access, effects }]) => access === "public" && effects)).toEqual([]);
});
