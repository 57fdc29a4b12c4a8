import { Annotations, CfnOutput, CfnRule, Duration, Fn, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Permission } from "#lambdas/runtime/environment.ts";
import { areas, isOn } from "#shared/contract/areas.ts";
import type { Route } from "#shared/route.ts";
import { AccountQueues } from "./constructs/account-queues.ts";
import { Alarms } from "./constructs/alarms.ts";
import { Api } from "./constructs/api.ts";
import { Audit } from "./constructs/audit.ts";
import { type FunctionSetting, MarketplaceFunction, type MarketplaceFunctionProps } from "./constructs/function.ts";
import { IdentityProvider } from "./constructs/identity.ts";
import { Mail } from "./constructs/mail.ts";
import { Media } from "./constructs/media.ts";
import { OriginSecret } from "./constructs/origin-secret.ts";
import { Payments } from "./constructs/payments.ts";
import { Pictures } from "./constructs/pictures.ts";
import { Purchases } from "./constructs/purchases.ts";
import { SearchIndex } from "./constructs/search-index.ts";
import { SecondFactor } from "./constructs/second-factor.ts";
import { Signing } from "./constructs/signing.ts";
import { Site } from "./constructs/site.ts";
import { Sockets } from "./constructs/sockets.ts";
import { Streams } from "./constructs/streams.ts";
import { MarketplaceTable } from "./constructs/table.ts";
import { permissionsOf } from "./entries.ts";
import { PAGE_PATHS } from "./page-paths.ts";
import { missingValues, type Stage } from "./stages.ts";

export interface MarketplaceStackProps {
  readonly stage: Stage;
  /** Folders of the built functions and of the built site. */
  readonly built: { readonly functions: string; readonly site: string };
  /** The contract; a test may bring its own. */
  readonly contract?: Readonly<Record<string, Readonly<Record<string, Route>>>>;
  /** The template is for this machine, not for AWS. */
  readonly onLaptop?: boolean;
}

/** Megabytes at which a function has one whole processor: rendering takes as long as it computes. */
const WHOLE_PROCESSOR = 1769;

/** The parameter that the CDK adds to every template. */
const BOOTSTRAP_VERSION = "BootstrapVersion";

type Options = Pick<MarketplaceFunctionProps, "knowsTokens" | "memory" | "timeout">;
type Grants = Readonly<Record<Permission, (fn: MarketplaceFunction) => void>>;

/** Everything of one stage; the same template runs on AWS and on a laptop. */
export class MarketplaceStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, built, contract = areas, onLaptop = false }: MarketplaceStackProps,
  ) {
    super(scope, id, {
      description: `Ochre, stage ${stage.name}`,
      terminationProtection: stage.keepsData,
      env: stage.environment,
    });
    if (!onLaptop) this.refuseDeploymentWithout(missingValues(stage));
    const alarms = new Alarms(this, stage);
    const table = new MarketplaceTable(this, stage);
    const searchIndex = new SearchIndex(this, stage);
    const audit = new Audit(this, stage);
    const mail = new Mail(this, stage);
    const pictures = new Pictures(this, stage);
    const payments = new Payments(this, stage);
    const signing = new Signing(this, stage);
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
      assets: built.site,
    });
    /** What answers viewers does so behind CloudFront only. */
    const guard = (fn: MarketplaceFunction) => {
      originSecret.guard(fn);
      site.sendsHeadersBefore(fn);
    };
    const setting: FunctionSetting = { stage, siteOrigin: site.origin, assets: built.functions, alarms, onLaptop };

    const make = (parent: Construct, name: string, options: Options = {}) =>
      new MarketplaceFunction(parent, setting, { name, ...options });
    // Cognito waits five seconds for a trigger.
    const trigger = { knowsTokens: false, timeout: Duration.seconds(5) };
    const suppressScopes = make(this, "suppress-scopes", trigger);
    const proveSignIn = make(this, "prove-sign-in", trigger);
    const identity = new IdentityProvider(this, { stage, suppressScopes, proveSignIn });
    const media = new Media(this, setting, pictures);
    const purchases = new Purchases(this, setting);
    const streams = new Streams(this, setting, table.table);
    const accountQueues = new AccountQueues(this, setting);
    const fallback = make(api, "fallback");
    const pages = make(api, "pages", { memory: WHOLE_PROCESSOR });
    const [socket, deadline] = [make(sockets, "sockets"), make(sockets, "close-unauthenticated")];
    for (const fn of [fallback, pages, socket]) guard(fn);
    sockets.serve(socket);
    sockets.closeWith(deadline);
    api.authorizeWith(identity);
    api.serveRest(fallback);
    api.servePages(PAGE_PATHS, pages);
    site.rendersIn(pages);

    const grants: Grants = {
      table: (fn) => table.grantTo(fn),
      reading: (fn) => table.grantReadingTo(fn),
      identity: (fn) => identity.grantTo(fn),
      mailRequests: (fn) => accountQueues.grantMailRequestsTo(fn),
      abandonedUsers: (fn) => accountQueues.grantAbandonedUsersTo(fn),
      deletingUsers: (fn) => identity.grantDeletingTo(fn),
      signIn: (fn) => identity.grantSignInTo(fn),
      presignedUploads: (fn) => pictures.grantPresignedUploadsTo(fn),
      uploads: (fn) => pictures.grantUploadsTo(fn),
      licensedPreviews: (fn) => pictures.grantLicensedPreviewsTo(fn),
      downloads: (fn) => pictures.grantDownloadsTo(fn),
      previews: (fn) => pictures.grantPreviewsTo(fn),
      purging: (fn) => pictures.grantPurgingTo(fn),
      invalidating: (fn) => media.grantInvalidatingTo(fn),
      edge: (fn) => site.grantEdgeTo(fn),
      watermarking: (fn) => media.grantWatermarkingTo(fn),
      mail: (fn) => mail.grantTo(fn),
      index: (fn) => searchIndex.grantReadingTo(fn),
      indexing: (fn) => searchIndex.grantWritingTo(fn),
      sockets: (fn) => sockets.grantTo(fn),
      socketDeadlines: (fn) => sockets.grantDeadlinesTo(fn),
      payments: (fn) => payments.grantTo(fn),
      signing: (fn) => signing.grantTo(fn),
      secondFactor: (fn) => secondFactor.grantTo(fn),
    };
    const grant = (fn: MarketplaceFunction) => {
      for (const permission of fn.permissions) grants[permission](fn);
    };
    for (const fn of [suppressScopes, proveSignIn]) grant(fn);
    for (const fn of [
      media.processUpload,
      media.invalidateEdge,
      purchases.expireIntents,
      purchases.settleOrders,
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
    for (const [area, routes] of Object.entries(contract)) {
      const served = Object.values(routes).filter((route) => isOn(route, stage.features));
      if (served.length === 0) continue;
      // Watermarks of the largest picture and retries at the payment provider take longer than an area's usual ten
      // seconds; API Gateway gives thirty.
      const isSlow = permissionsOf(area).some(
        (permission) => permission === "watermarking" || permission === "payments",
      );
      const timeout = isSlow ? Duration.seconds(28) : undefined;
      const fn = make(api, area, { timeout });
      fn.setEnvironment(identity.tokenVariables);
      grant(fn);
      guard(fn);
      if (served.some((route) => route.audit)) audit.grantTo(fn);
      api.serve(served, fn);
    }
    payments.announce(site.origin, stage);
    new CfnOutput(this, "AuditTableName", { value: audit.table.tableName });
    new CfnOutput(this, "DistributionId", { value: site.distribution.distributionId });
    new CfnOutput(this, "SiteOrigin", { value: site.origin });
    new CfnOutput(this, "TableName", { value: table.table.tableName });
  }

  /** Such a template can be looked at; CloudFormation refuses it before it changes anything. */
  private refuseDeploymentWithout(missing: readonly string[]) {
    if (missing.length === 0) return;
    const problem = `Not for deployment: set ${missing.join(", ")} of the stage in lib/deployments.ts.`;
    Annotations.of(this).addWarningV2("ochre:deployment", problem);
    // A rule has to name a parameter; the CDK's own is a number.
    const assert = Fn.conditionContains(["deployable"], Fn.ref(BOOTSTRAP_VERSION));
    new CfnRule(this, "Deployable", { assertions: [{ assert, assertDescription: problem }] });
  }
}
