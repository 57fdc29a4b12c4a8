import { CfnOutput, Duration, Validations } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Alias } from "aws-cdk-lib/aws-lambda";
import type { Construct, IConstruct } from "constructs";
import type { Permission } from "#lambdas/platform/runtime/environment.ts";
import { areas, isOn } from "#shared/contract/areas.ts";
import type { Route } from "#shared/route.ts";
import { getPermissions } from "../bundling/entries.ts";
import { AccountQueues } from "../constructs/account-queues.ts";
import { Alarms } from "../constructs/alarms.ts";
import { Api } from "../constructs/api.ts";
import { Audit } from "../constructs/audit.ts";
import { BackupCopies } from "../constructs/backup-copies.ts";
import { ContentCredentials } from "../constructs/content-credentials.ts";
import { findConstructs } from "../constructs/find-constructs.ts";
import { type FunctionSetting, MarketplaceFunction, type MarketplaceFunctionProps } from "../constructs/function.ts";
import { IdentityProvider } from "../constructs/identity.ts";
import { LogQueries } from "../constructs/log-queries.ts";
import { Mail } from "../constructs/mail.ts";
import { Media } from "../constructs/media.ts";
import { Operators } from "../constructs/operators.ts";
import { OriginSecret } from "../constructs/origin-secret.ts";
import { Overview } from "../constructs/overview.ts";
import { Payments } from "../constructs/payments.ts";
import { Pictures } from "../constructs/pictures.ts";
import { Releases } from "../constructs/releases.ts";
import { Search } from "../constructs/search.ts";
import { SecondFactor } from "../constructs/second-factor.ts";
import { FunctionAlarms, ServiceAlarms } from "../constructs/service-alarms.ts";
import { Signing } from "../constructs/signing.ts";
import { Site } from "../constructs/site.ts";
import { Sockets } from "../constructs/sockets.ts";
import { Streams } from "../constructs/streams.ts";
import { Sweeps } from "../constructs/sweeps.ts";
import { MarketplaceTable } from "../constructs/table.ts";
import { Visits } from "../constructs/visits.ts";
import { PAGE_PATHS } from "../site/page-paths.ts";
import { StageStack } from "./stage-stack.ts";
import type { Stage } from "./stages.ts";

export interface MarketplaceStackProps {
  readonly stage: Stage;
  /** Folders of the built functions and of the built site. */
  readonly built: { readonly functions: string; readonly site: string };
  /** The contract; a test may bring its own. */
  readonly contract?: Readonly<Record<string, Readonly<Record<string, Route>>>>;
  /** True for the laptop's template. */
  readonly onLaptop?: boolean;
  /** ARN of the distribution's web ACL. */
  readonly firewall?: string | undefined;
}

/** Megabytes at which a function has one full vCPU; rendering is CPU-bound. */
const ONE_VCPU_MEMORY = 1769;

/** Stack output with the distribution's id. */
export const DISTRIBUTION_ID = "DistributionId";

type Options = Pick<MarketplaceFunctionProps, "knowsTokens" | "memory" | "timeout">;
type Grants = Readonly<Record<Permission, (fn: MarketplaceFunction) => void>>;

/** The minimum of 17 U.S.C. § 512(g)(2)(C). */
const COUNTER_NOTICE_DAYS = 10;

/** All resources of one stage; the same template runs on AWS and on a laptop. */
export class MarketplaceStack extends StageStack {
  constructor(scope: Construct, { stage, built, contract = areas, onLaptop = false, firewall }: MarketplaceStackProps) {
    super(scope, { stage, onLaptop });
    if (!stage.pointInTimeRecovery) {
      const reason = "A test stage has no data that needs to be restored.";
      Validations.of(this).acknowledge({ id: "AwsSolutions-DDB3", reason });
    }
    const alarms = new Alarms(this, stage);
    const table = new MarketplaceTable(this, stage);
    const search = new Search(this, stage, alarms);
    const audit = new Audit(this, stage);
    const visits = new Visits(this, stage);
    const mail = new Mail(this, stage);
    const pictures = new Pictures(this, stage);
    if (stage.backupVault) {
      new BackupCopies(this, { vaultArn: stage.backupVault, table: table.table, originals: pictures.originals });
    }
    const payments = new Payments(this, stage);
    const signing = new Signing(this, stage);
    const contentCredentials = new ContentCredentials(this, stage);
    const secondFactor = new SecondFactor(this, stage);
    const api = new Api(this, stage, alarms);
    const sockets = new Sockets(this, stage, alarms);
    const originSecret = new OriginSecret(this, stage);
    const site = new Site(this, {
      stage,
      api: api.httpApi,
      socket: sockets.api,
      pictures,
      originSecret,
      firewall,
      assets: built.site,
    });
    const releases = new Releases(this, stage);
    /** Functions behind an API accept requests from CloudFront only. */
    const createLiveAlias = (fn: MarketplaceFunction, failing: Alarm, after: readonly IConstruct[] = []) => {
      originSecret.guard(fn);
      return releases.live(fn, { alarms: [failing, ...failures.releasing], after: [...site.prepared, ...after] });
    };
    const setting: FunctionSetting = { stage, siteOrigin: site.origin, assets: built.functions, alarms, onLaptop };

    const make = (parent: Construct, name: string, options: Options = {}) =>
      new MarketplaceFunction(parent, setting, { name, ...options });
    // Cognito gives a trigger five seconds.
    const trigger = { knowsTokens: false, timeout: Duration.seconds(5) };
    const suppressScopes = make(this, "suppress-scopes", trigger);
    const proveSignIn = make(this, "prove-sign-in", trigger);
    const identity = new IdentityProvider(this, { stage, suppressScopes, proveSignIn });
    const media = new Media(this, setting, pictures);
    const failures = new FunctionAlarms(this, { stage, alarms, api, sockets, media });
    const sweeps = new Sweeps(this, setting);
    const streams = new Streams(this, setting, table.table);
    const accountQueues = new AccountQueues(this, setting);
    const fallback = make(api, "fallback");
    const pages = make(api, "pages", { memory: ONE_VCPU_MEMORY });
    const [socket, deadline] = [make(sockets, "sockets"), make(sockets, "close-unauthenticated")];
    sockets.closeWith(deadline);
    api.authorizeWith(identity);

    const counterNoticeDays = String(stage.counterNoticeDays ?? COUNTER_NOTICE_DAYS);
    const grants: Grants = {
      table: (fn) => table.grantTo(fn),
      readOnlyTable: (fn) => table.grantReadingTo(fn),
      visits: (fn) => visits.grantTo(fn),
      identity: (fn) => identity.grantTo(fn),
      mailRequests: (fn) => accountQueues.grantMailRequestsTo(fn),
      abandonedUsers: (fn) => accountQueues.grantAbandonedUsersTo(fn),
      followPages: (fn) => accountQueues.grantFollowPagesTo(fn),
      dataExports: (fn) => accountQueues.grantDataExportsTo(fn),
      exportStorage: (fn) => pictures.grantExportingTo(fn),
      archiveDownloads: (fn) => pictures.grantArchiveDownloadsTo(fn),
      readOnlyAuditTable: (fn) => audit.grantReadingTo(fn),
      readOnlyUserPool: (fn) => identity.grantReadingUsersTo(fn),
      userDeleter: (fn) => identity.grantDeletingTo(fn),
      signIn: (fn) => identity.grantSignInTo(fn),
      presignedUploads: (fn) => pictures.grantPresignedUploadsTo(fn),
      uploads: (fn) => pictures.grantUploadsTo(fn),
      licensedPreviews: (fn) => pictures.grantLicensedPreviewsTo(fn),
      downloads: (fn) => pictures.grantDownloadsTo(fn),
      deliveries: (fn) => pictures.grantDeliveriesTo(fn),
      previews: (fn) => pictures.grantPreviewsTo(fn),
      publicPreviews: (fn) => pictures.grantShownPreviewsTo(fn),
      filePurger: (fn) => pictures.grantPurgingTo(fn),
      edgeInvalidations: (fn) => media.grantInvalidatingTo(fn),
      edgeCache: (fn) => site.grantEdgeTo(fn),
      previewMaker: (fn) => media.grantWatermarkingTo(fn),
      deferredMails: (fn) => accountQueues.grantDeferredMailsTo(fn),
      withheldPreviews: (fn) => pictures.grantWithheldPreviewsTo(fn),
      mail: (fn) => mail.grantTo(fn),
      operatorsAddress: (fn) => mail.nameOperatorsTo(fn),
      counterNotices: (fn) => fn.setEnvironment({ COUNTER_NOTICE_DAYS: counterNoticeDays }),
      index: (fn) => search.grantReadingTo(fn),
      indexing: (fn) => search.grantWritingTo(fn),
      sockets: (fn) => sockets.grantTo(fn),
      socketDeadlines: (fn) => sockets.grantDeadlinesTo(fn),
      payments: (fn) => payments.grantTo(fn),
      signing: (fn) => signing.grantTo(fn),
      contentCredentials: (fn) => contentCredentials.grantTo(fn),
      secondFactor: (fn) => secondFactor.grantTo(fn),
    };
    const grant = (fn: MarketplaceFunction) => {
      for (const permission of fn.permissions) grants[permission](fn);
    };
    for (const fn of [suppressScopes, proveSignIn]) grant(fn);
    for (const fn of [
      media.processUpload,
      media.invalidateEdge,
      sweeps.expireIntents,
      sweeps.settleOrders,
      sweeps.publishAnnouncements,
      ...streams.consumers,
      ...accountQueues.functions,
      fallback,
      pages,
      socket,
      deadline,
    ]) {
      fn.setEnvironment(identity.tokenVariables);
      grant(fn);
    }
    const live: Alias[] = [];
    for (const [area, routes] of Object.entries(contract)) {
      const served = Object.values(routes).filter((route) => isOn(route, stage.features));
      if (served.length === 0) continue;
      // Watermarking the largest picture, retries at Stripe, and moving every version's previews can exceed an area's usual ten
      // seconds; API Gateway allows 30.
      const isSlow = getPermissions(area).some((permission) =>
        ["previewMaker", "payments", "withheldPreviews"].includes(permission),
      );
      const timeout = isSlow ? Duration.seconds(28) : undefined;
      const fn = make(api, area, { timeout });
      fn.setEnvironment(identity.tokenVariables);
      grant(fn);
      if (served.some((route) => route.audit)) audit.grantTo(fn);
      const alias = createLiveAlias(fn, api.objective.lately);
      live.push(alias);
      api.serve(served, fn, alias);
    }
    const [liveFallback, liveSocket] = [
      createLiveAlias(fallback, api.objective.lately),
      createLiveAlias(socket, sockets.failing),
    ];
    api.addDefaultRoute(fallback, liveFallback);
    sockets.serve(socket, liveSocket);
    live.push(liveFallback, liveSocket);
    // Released last: its pages load this build's scripts, which call the other functions.
    const livePages = createLiveAlias(pages, api.objective.lately, [...live, api.routes]);
    api.servePages(PAGE_PATHS, pages, livePages);
    site.deployPagesAfter([...live, livePages]);
    const tables = { marketplace: table.table, ...search.tables, audit: audit.table, visits: visits.table };
    failures.addObjectives();
    new ServiceAlarms(this, alarms, Object.values(tables));
    new LogQueries(this, findConstructs(this, MarketplaceFunction));
    const { distributionId } = site.distribution;
    new Overview(this, { stage, api: api.httpApi, sockets, distributionId, tables });
    const { invalidations } = media;
    const operated = { search, audit, pictures, identity, invalidations, payments, signing, originSecret };
    new Operators(this, { ...operated, table: table.table, site, streams });
    payments.addOutputs(site.origin, stage);
    if (site.apiReference) new CfnOutput(this, "ApiReference", { value: site.apiReference });
    new CfnOutput(this, "AuditTableName", { value: audit.table.tableName });
    new CfnOutput(this, "CounterNoticeDays", { value: counterNoticeDays });
    if (stage.commit) new CfnOutput(this, "Commit", { value: stage.commit });
    if (stage.previousCommit) new CfnOutput(this, "PreviousCommit", { value: stage.previousCommit });
    new CfnOutput(this, DISTRIBUTION_ID, { value: distributionId });
    new CfnOutput(this, "SiteOrigin", { value: site.origin });
    new CfnOutput(this, "TableName", { value: table.table.tableName });
  }
}
