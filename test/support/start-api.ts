import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { v7 as uuidv7 } from "uuid";
import { openVisits } from "#lambdas/areas/audience/open-visits.ts";
import { openIdentity } from "#lambdas/areas/auth/identity.ts";
import type { AbandonedUser } from "#lambdas/areas/auth/open-abandoned-users.ts";
import type { MailRequest } from "#lambdas/areas/auth/open-mail-requests.ts";
import { openUserDeleter } from "#lambdas/areas/auth/open-user-deleter.ts";
import type { FollowPage } from "#lambdas/areas/follows/open-follow-pages.ts";
import { openDownloads } from "#lambdas/areas/media/open-downloads.ts";
import { openFilePurger } from "#lambdas/areas/media/open-file-purger.ts";
import { openPresignedUploads } from "#lambdas/areas/media/open-presigned-uploads.ts";
import type { PreviewMaker } from "#lambdas/areas/media/open-preview-maker.ts";
import { openLicensedPreviews, openPreviews, openWithheldPreviews } from "#lambdas/areas/media/open-previews.ts";
import { openUploads } from "#lambdas/areas/media/open-uploads.ts";
import { openExportStorage } from "#lambdas/areas/personal-data/open-export-storage.ts";
import { CLIENT } from "#lambdas/areas/purchases/stripe/client.ts";
import { openPayments } from "#lambdas/areas/purchases/stripe/open-payments.ts";
import { openSecondFactorKeys } from "#lambdas/areas/second-factor/second-factor-keys.ts";
import type { ExportRequest } from "#lambdas/areas/users/open-data-exports.ts";
import { processMailRequests } from "#lambdas/events/queues/answer-mail-requests.ts";
import { deleteAbandonedUsers } from "#lambdas/events/queues/delete-abandoned-users.ts";
import { processFollowPages } from "#lambdas/events/queues/process-follow-pages.ts";
import { countGained } from "#lambdas/events/streams/count-gained.ts";
import { countNumbers } from "#lambdas/events/streams/count-numbers.ts";
import { issueOrderDocuments } from "#lambdas/events/streams/issue-order-documents.ts";
import { mailDecisions } from "#lambdas/events/streams/mail-decisions.ts";
import { mailNearCopies } from "#lambdas/events/streams/mail-near-copies.ts";
import { mailTakedowns } from "#lambdas/events/streams/mail-takedowns.ts";
import { processDataExports } from "#lambdas/events/streams/process-data-exports.ts";
import { purgeMedia } from "#lambdas/events/streams/purge-media.ts";
import {
  queueAbandonedUsers,
  queueAnnouncements,
  queueClosedAccounts,
  queueNewWork,
  queueUnblockedArtists,
} from "#lambdas/events/streams/queue-work.ts";
import { requestLicensedPreviews } from "#lambdas/events/streams/request-licensed-previews.ts";
import { syncAccount } from "#lambdas/events/streams/sync-account.ts";
import { makePreviews, type ShownPreviews } from "#lambdas/events/uploads/make-previews.ts";
import type { MediaFunctionServices } from "#lambdas/events/uploads/media-state.ts";
import { processUpload } from "#lambdas/events/uploads/process-upload.ts";
import type { HeldMail } from "#lambdas/platform/mail/open-deferred-mails.ts";
import { openMail } from "#lambdas/platform/mail/open-mail.ts";
import type { BaseServices } from "#lambdas/platform/runtime/base-services.ts";
import { buildEnvironmentSchema } from "#lambdas/platform/runtime/environment.ts";
import { fail } from "#lambdas/platform/runtime/failure.ts";
import { type Handler, refuse } from "#lambdas/platform/runtime/handle.ts";
import { createBaseServices } from "#lambdas/platform/runtime/serve.ts";
import { openSigning } from "#lambdas/platform/signing/open-signing.ts";
import { openTable } from "#lambdas/platform/table/marketplace-table.ts";
import { openIndex, openIndexing } from "#lambdas/search-engine/index.ts";
import { entryPoints } from "#lib/bundling/entries.ts";
import { areas } from "#shared/contract/areas.ts";
import type { FailureBody } from "#shared/failures.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { FEES } from "#shared/limits.ts";
import { type Route, type RouteResult, requiresToken } from "#shared/route.ts";
import type { FeeSchedule } from "#shared/rules/fees.ts";
import type { Watermark } from "#shared/rules/watermarks.ts";
import { buildEvent, type Sent } from "./event.ts";
import { createStreamProcessor } from "./follow-stream.ts";
import { queueEvent } from "./queue-event.ts";
import { actAs } from "./rights.ts";
import { refreshing } from "./search/tested-index.ts";
import { startServices } from "./start-services.ts";

const ALL_ON: FeatureSwitches = { payments: true, discounts: true, dashboard: true, gif: true };

export interface ApiOptions {
  readonly features?: Partial<FeatureSwitches>;
  readonly legalEntity?: BaseServices["legalEntity"];
}

/** A response as a client sees it. */
export interface Reply<R extends Route> {
  readonly status: number;
  readonly body: RouteResult<R>;
  /** The same body, for calls expected to fail. */
  readonly failure: FailureBody;
  /** The `Set-Cookie` values. */
  readonly cookies: readonly string[];
  readonly headers: Readonly<Record<string, unknown>>;
}

/** An area's module of routes. */
interface Routes {
  readonly handlers: Readonly<Record<string, Handler<unknown>>>;
}

/** Imports an area's routes. Vite allows one variable segment in a dynamic import, so areas about buying have their own path. */
const loadRoutes = (area: string): Promise<Routes> =>
  entryPoints()[area]?.startsWith("lambdas/areas/purchases/")
    ? import(`../../lambdas/areas/purchases/api/${area}/routes.ts`)
    : import(`../../lambdas/areas/${area}/routes.ts`);

/** A response's body: a file's bytes, or parsed JSON. */
function getBody({ body, isBase64Encoded }: APIGatewayProxyStructuredResultV2): unknown {
  if (!body) return undefined;
  return isBase64Encoded ? new Uint8Array(Buffer.from(body, "base64")) : JSON.parse(body);
}

/** The function that serves a route, and the handler there. */
async function servedBy(route: Route) {
  for (const [name, area] of Object.entries(areas)) {
    const entry = Object.entries(area).find(([, candidate]) => candidate === route);
    if (!entry) continue;
    const { handlers } = await loadRoutes(name);
    const handler = handlers[entry[0]];
    if (handler) return { name, handler };
  }
  throw new Error(`No area serves ${route.method} ${route.path}`);
}

/**
 * The whole API on local stand-ins of its services, with handlers called directly. Uploads are processed immediately;
 * `settled` waits for them. Time moves only by `travel`. Handlers have the rights of their function's role in stage `local`.
 */
export async function startApi({ features = {}, legalEntity }: ApiOptions = {}) {
  const switches = { ...ALL_ON, ...features };
  let offset = 0;
  let fees: FeeSchedule = FEES;
  const now = () => new Date(Date.now() + offset);
  const invalidated: string[] = [];
  const mailRequests: MailRequest[] = [];
  const abandonedUsers: AbandonedUser[] = [];
  const deferredMails: object[] = [];
  let heldMails: HeldMail[] = [];
  const followPages: FollowPage[] = [];
  const dataExports: ExportRequest[] = [];
  const processing = new Set<Promise<unknown>>();
  const { mail, s3, buckets, stripe, secrets } = await startServices({
    features: switches,
    now,
    onObjectCreated: ({ bucket, key }) => {
      if (bucket !== buckets.originals || !key.startsWith("uploads/")) return;
      const work = actAs("process-upload", () => processUpload(key, services)).finally(() => processing.delete(work));
      processing.add(work);
    },
  });
  const environment = buildEnvironmentSchema([
    "table",
    "visits",
    "identity",
    "presignedUploads",
    "uploads",
    "previews",
    "filePurger",
    "mail",
    "previewMaker",
    "index",
    "payments",
    "signing",
    "secondFactor",
  ]).parse(process.env);
  const base = createBaseServices(environment);
  const services = {
    ...base,
    legalEntity,
    get fees() {
      return fees;
    },
    now,
    newId: () => uuidv7(),
    table: openTable(environment),
    visits: openVisits(environment),
    index: openIndex(environment),
    indexing: refreshing(
      openIndexing(environment, () => undefined),
      environment.SEARCH_ENDPOINT,
    ),
    identity: openIdentity(environment, base.log),
    signIn: openIdentity(environment, base.log),
    presignedUploads: openPresignedUploads(environment),
    uploads: openUploads(environment),
    filePurger: openFilePurger(environment),
    downloads: openDownloads(environment),
    deliveries: openUploads(environment),
    previews: openPreviews(environment),
    publicPreviews: openPreviews(environment),
    licensedPreviews: openLicensedPreviews(environment),
    withheldPreviews: openWithheldPreviews(environment),
    counterNotices: { days: 10 },
    operatorsAddress: "info@ochre.test",
    mail: openMail(environment),
    mailRequests: { add: async (request: MailRequest) => void mailRequests.push(request) },
    deferredMails: {
      add: async (deferred: object) => void deferredMails.push({ deferred }),
      announce: async (announced: object) => void deferredMails.push({ announced }),
      hold: async (held: HeldMail) => void heldMails.push(held),
    },
    abandonedUsers: { add: async (user: AbandonedUser) => void abandonedUsers.push(user) },
    followPages: { add: async (page: FollowPage) => void followPages.push(page) },
    dataExports: { add: async (request: ExportRequest) => void dataExports.push(request) },
    exportStorage: openExportStorage(environment),
    archiveDownloads: openDownloads(environment),
    readOnlyAuditTable: environment.AUDIT_TABLE_NAME ?? "",
    readOnlyUserPool: environment.USER_POOL_ID,
    userDeleter: openUserDeleter(environment),
    payments: openPayments(environment),
    signing: openSigning(environment),
    secondFactor: openSecondFactorKeys(environment),
    edgeInvalidations: { add: async (previewKey: string) => void invalidated.push(previewKey) },
    previewMaker: {
      make: (mediaId: string, make: ShownPreviews): Promise<void> =>
        actAs("process-upload", () => makePreviews({ mediaId, make }, services)),
      requestWithdrawal: (mediaId: string, make: Watermark): Promise<void> =>
        actAs("process-upload", () => makePreviews({ mediaId, make, isWithdrawal: true }, services)),
      requestLicensed: (mediaId: string): Promise<void> =>
        actAs("process-upload", () => makePreviews({ mediaId, make: "licensed" }, services)),
    } satisfies PreviewMaker,
  } satisfies BaseServices & MediaFunctionServices & Record<string, unknown>;

  /** User id and claims from API Gateway's authorizer. */
  const authorized = async ({ as, token }: Sent) => {
    if (as || !token) return { as };
    const claims = (await services.verifyToken(token)) as { username?: string } | undefined;
    return { as: claims?.username, claims };
  };

  /** Calls a route like a client; `instead` replaces services, e.g. by faulty ones. */
  async function call<R extends Route>(route: R, sent: Sent = {}, instead: object = {}): Promise<Reply<R>> {
    const caller = requiresToken(route) ? await authorized(sent) : { as: sent.as };
    const { name, handler } = await servedBy(route);
    const result =
      requiresToken(route) && !caller.as
        ? refuse(fail("unauthenticated"))
        : await actAs(name, () => handler(buildEvent(route, { ...sent, ...caller }), { ...services, ...instead }));
    const body = getBody(result);
    return {
      status: result.statusCode ?? 0,
      body: body as RouteResult<R>,
      failure: body as FailureBody,
      cookies: result.cookies ?? [],
      headers: result.headers ?? {},
    };
  }

  const followTable = createStreamProcessor(environment.TABLE_NAME, [
    (event) => countGained(event, services),
    (event) => countNumbers(event, services),
    (event) => syncAccount(event, services),
    (event) => purgeMedia(event, services),
    (event) => requestLicensedPreviews(event, services),
    (event) => queueAbandonedUsers(event, services),
    (event) => queueClosedAccounts(event, services),
    (event) => queueNewWork(event, services),
    (event) => queueAnnouncements(event, services),
    (event) => queueUnblockedArtists(event, services),
    (event) => mailTakedowns(event, services),
    (event) => mailDecisions(event, services),
    (event) => mailNearCopies(event, services),
    (event) => issueOrderDocuments(event, services),
    (event) => processDataExports(event, services),
  ]);

  /** Runs the consumers of stream and queues until they have caught up; throws if a message fails. */
  async function processEvents(options: Parameters<typeof followTable>[0] = {}) {
    await followTable(options);
    const consumers = [
      ["answer-mail-requests", mailRequests, processMailRequests],
      ["delete-abandoned-users", abandonedUsers, deleteAbandonedUsers],
    ] as const;
    await processPages();
    const isDue = ({ until }: HeldMail) => until * 1000 <= now().getTime();
    deferredMails.push(...heldMails.filter(isDue).map((held) => ({ held })));
    heldMails = heldMails.filter((held) => !isDue(held));
    for (let mail = deferredMails.shift(); mail; mail = deferredMails.shift()) {
      const event = queueEvent([mail]);
      const { batchItemFailures } = await actAs("answer-mail-requests", () => processMailRequests(event, services));
      if (batchItemFailures.length > 0) throw new Error("A message of a queue failed");
    }
    for (const [name, queue, consumer] of consumers) {
      const event = queueEvent(queue.splice(0));
      const { batchItemFailures } = await actAs(name, () => consumer(event, services));
      if (batchItemFailures.length > 0) throw new Error("A message of a queue failed");
    }
  }

  /** Processes queued pages of followers one by one, including those that they queue. */
  async function processPages() {
    for (let page = followPages.shift(); page; page = followPages.shift()) {
      const event = queueEvent([page]);
      const { batchItemFailures } = await actAs("process-follow-pages", () => processFollowPages(event, services));
      if (batchItemFailures.length > 0) throw new Error("A page of followers failed");
    }
  }

  return {
    call,
    services,
    processEvents,
    /** Queued data exports. */
    dataExports,
    /** Queued pages of followers. */
    followPages,
    s3,
    buckets,
    /** The payment provider's stand-in; `stripe.webhooks.take()` returns undelivered webhooks. */
    stripe,
    /** Stripe's own client, which calls the stand-in. */
    provider: services.payments[CLIENT],
    /** The secrets of the payment provider and of certificates. */
    secrets,
    /** Preview folders invalidated at the edge. */
    invalidated,
    mails: () => mail.list(),
    /** Makes the mail provider refuse all mail with this error; without one it accepts again. */
    refuseMail: mail.refuseAccount,
    /** Mails deferred meanwhile. */
    deferredMails,
    settled: async () => {
      while (processing.size > 0) await Promise.all(processing);
    },
    /** Advances all clocks to the start of a rate limit's next window, so that none ends during a test. */
    startWindow: (seconds: number) => {
      offset += seconds * 1000 - (now().getTime() % (seconds * 1000));
    },
    /** Advances all clocks by seconds. */
    travel: (seconds: number) => {
      offset += seconds * 1000;
    },
    /** Changes the platform's fees. */
    changeFees: (next: FeeSchedule) => {
      fees = next;
    },
  };
}

export type Api = Awaited<ReturnType<typeof startApi>>;
