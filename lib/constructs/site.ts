import { Duration, Fn, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import type { HttpApi, WebSocketApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  type IOriginAccessControlRef,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  S3OriginAccessControl,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from "aws-cdk-lib/aws-route53";
import { CloudFrontTarget } from "aws-cdk-lib/aws-route53-targets";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, type ISource, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct, type IConstruct } from "constructs";
import { openApiDocument } from "#lib/api-reference/document.ts";
import { apiReferencePage } from "#lib/api-reference/page.ts";
import { compressedCode } from "#lib/bundling/compressed.ts";
import { COMPRESSED_FOLDER, HASHED_FOLDER, PREVIEW_FOLDER, SOCKET_PATH } from "#lib/constructs/folders.ts";
import { inlineScriptHashes } from "#lib/site/inline-scripts.ts";
import { PAGE_PATHS, PAGE_QUERY } from "#lib/site/page-paths.ts";
import { pageQueryCode } from "#lib/site/page-query.ts";
import { listFiles, rewriteCode } from "#lib/site/rewrite.ts";
import { globalName } from "#lib/stacks/global-name.ts";
import type { Domain, Stage } from "#lib/stacks/stages.ts";
import { areas } from "#shared/contract/areas.ts";
import { logout } from "#shared/contract/auth.ts";
import { listPages } from "#shared/pages.ts";
import type { Route } from "#shared/route.ts";
import type { MarketplaceFunction } from "./function.ts";
import type { OriginSecret } from "./origin-secret.ts";
import { type Pictures, privateBucket } from "./pictures.ts";
import { SecurityHeaders } from "./security-headers.ts";
import { acknowledgeWildcards } from "./wildcards.ts";

export interface SiteProps {
  readonly stage: Stage;
  readonly api: HttpApi;
  readonly socket: WebSocketApi;
  readonly pictures: Pictures;
  readonly originSecret: OriginSecret;
  /** ARN of the distribution's firewall. */
  readonly firewall: string | undefined;
  /** Folder of the built site. */
  readonly assets: string;
}

/** One distribution serves site, API and previews, so that cookies are first-party. */
export class Site extends Construct {
  /** Scheme and host, without a slash at the end. */
  readonly origin: string;
  /** URL of the API reference, on stages that have it. */
  readonly apiReference: string | undefined;
  readonly distribution: Distribution;
  private readonly bucket: Bucket;
  /** Prerequisites of this build's pages: its files are deployed, and CloudFront allows its scripts and sends its header. */
  readonly prepared: readonly IConstruct[];
  private readonly pages: BucketDeployment;

  constructor(scope: Construct, props: SiteProps) {
    super(scope, "Site");
    const { stage, assets } = props;
    this.bucket = privateBucket(this, "Files", stage);
    this.distribution = this.distribute(props);
    acknowledgeEdge(this.distribution, props);
    this.origin = `https://${stage.domain?.name ?? this.distribution.distributionDomainName}`;
    this.apiReference = stage.showsApi ? `${this.origin}/${API_FILES.page}` : undefined;
    if (stage.domain?.hostedZoneId) this.addRecords(stage.domain, stage.domain.hostedZoneId);
    this.prepared = [...this.deployHashed(stage, assets), this.distribution];
    this.pages = this.deployPages(stage, assets);
    this.pages.node.addDependency(...this.prepared);
    this.acknowledgeHelper();
  }

  /** Deploys this build's pages after the functions that their scripts call. */
  deployPagesAfter(answering: readonly IConstruct[]) {
    this.pages.node.addDependency(...answering);
  }

  private distribute({ stage, api, socket, pictures, originSecret, firewall, assets }: SiteProps) {
    const scriptHashes = inlineScriptHashes(assets);
    const { originals } = pictures;
    const responseHeadersPolicy = new SecurityHeaders(this, stage, { originals, scriptHashes }).policy;
    const shared = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
      responseHeadersPolicy,
    };
    const apiBehaviour = {
      ...shared,
      // Rejects plain HTTP, because such a request has already exposed its token: a redirect would hide the mistake.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      ...apiOptions(this, api, originSecret),
      allowedMethods: AllowedMethods.ALLOW_ALL,
    };
    // Its origin policy forwards the `Sec-WebSocket-*` headers that the upgrade requires.
    const socketBehaviour = {
      ...shared,
      ...apiOptions(this, socket, originSecret),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
    };
    const pages = {
      ...shared,
      ...pageOptions(this, api, originSecret),
      functionAssociations: [this.atViewer("PageQuery", pageQueryCode(PAGE_QUERY))],
    };
    const access = new S3OriginAccessControl(this, "BucketAccess", {
      originAccessControlName: globalName(this, "files"),
    });
    const files = { ...shared, origin: readableFrom(this.bucket, access), cachePolicy: CachePolicy.CACHING_OPTIMIZED };
    const rewriting = {
      files: [...listFiles(assets), ...(stage.showsApi ? Object.values(API_FILES) : [])],
      pages: listPages(stage.features).map(({ path }) => path),
      notFoundOrigin: PAGES_ORIGIN,
    };
    return new Distribution(this, "Distribution", {
      comment: `Site of stage ${stage.name}`,
      defaultBehavior: { ...files, functionAssociations: [this.atViewer("Rewrite", rewriteCode(rewriting))] },
      additionalBehaviors: {
        ...Object.fromEntries(EDGE_CACHED.map((path) => [path, withoutViewerData(apiBehaviour)])),
        "/api/*": apiBehaviour,
        [logout.path]: apiBehaviour,
        "/auth/*": { ...apiBehaviour, originRequestPolicy: withCountry(this) },
        "/stripe/*": apiBehaviour,
        [`/${SOCKET_PATH}`]: socketBehaviour,
        [`/${PREVIEW_FOLDER}/*`]: { ...files, origin: readableFrom(pictures.previews, access) },
        [`/${HASHED_FOLDER}/*`]: { ...files, functionAssociations: [this.atViewer("InBrotli", compressedCode)] },
        ...Object.fromEntries(PAGE_PATHS.map((path) => [toPattern(path), pages])),
      },
      errorResponses: SERVER_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall,
      priceClass: PriceClass.PRICE_CLASS_100,
      ...namedBy(this, stage.domain),
    });
  }

  /** Lets the function invalidate this distribution only. */
  grantEdgeTo(fn: MarketplaceFunction) {
    const { distributionId, distributionArn } = this.distribution;
    fn.setEnvironment({ DISTRIBUTION_ID: distributionId });
    fn.allow(["cloudfront:CreateInvalidation"], [distributionArn]);
  }

  /** CloudFront function that runs before the cache. */
  private atViewer(id: string, source: string) {
    const code = FunctionCode.fromInline(source);
    const fn = new EdgeFunction(this, id, { code, runtime: FunctionRuntime.JS_2_0 });
    return { function: fn, eventType: FunctionEventType.VIEWER_REQUEST };
  }

  private addRecords({ name }: Domain, hostedZoneId: string) {
    const zone = HostedZone.fromHostedZoneAttributes(this, "Zone", { hostedZoneId, zoneName: name });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    new ARecord(this, "Address", { zone, target });
    new AaaaRecord(this, "Address6", { zone, target });
  }

  /** Deploys hashed files and keeps those of older builds, which open tabs still load. */
  private deployHashed(stage: Stage, assets: string) {
    const cacheControl = [CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()];
    const rule = { exclude: ["*"], cacheControl };
    return [
      this.deployFiles("Hashed", stage, [Source.asset(assets)], { ...rule, include: HASHED }),
      this.deployFiles("Compressed", stage, [Source.asset(assets)], {
        ...rule,
        include: COMPRESSED,
        contentEncoding: "br",
      }),
    ];
  }

  private deployPages(stage: Stage, assets: string) {
    const payments = stage.features.payments ? stage.stripe : undefined;
    const config = Source.jsonData("config.json", { stage: stage.name, features: stage.features, payments });
    return this.deployFiles("Pages", stage, [Source.asset(assets), config, ...(stage.showsApi ? apiFiles() : [])], {
      exclude: [...HASHED, ...COMPRESSED],
      cacheControl: [CacheControl.noCache()],
    });
  }

  /** Acknowledges the checks of the CDK's function that copies files during deployment. */
  private acknowledgeHelper() {
    const helper = this.pages.handlerRole.node.scope;
    if (!helper) return;
    const { partition, account, region } = Stack.of(this);
    const assets = `arn:${partition}:s3:::cdk-hnb659fds-assets-${account}-${region}/*`;
    const reason = "The CDK creates this function, and it runs only during deployments.";
    const managed = "arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";
    Validations.of(helper).acknowledge(
      ...[
        "AwsSolutions-L1",
        `AwsSolutions-IAM4[Policy::${managed}]`,
        "Serverless-LambdaDLQ",
        "Serverless-LambdaLatestVersion",
        "Serverless-LambdaTracing",
      ].map((id) => ({ id, reason })),
    );
    const actions = ["Abort*", "DeleteObject*", "GetBucket*", "GetObject*", "List*"].map((action) => `s3:${action}`);
    const resources = [assets, this.bucket.arnForObjects("*")];
    acknowledgeWildcards(helper, { actions, resources }, `${reason} It copies the site's files, whose names vary.`);
  }

  private deployFiles(id: string, stage: Stage, sources: ISource[], rule: PutRule) {
    const logGroup = new LogGroup(this, `${id}Logs`, {
      retention: stage.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    return new BucketDeployment(this, id, {
      sources,
      destinationBucket: this.bucket,
      prune: false,
      memoryLimit: 512,
      logGroup,
      ...rule,
    });
  }
}

/** Acknowledges the edge's checks with reasons, including those of stages without a firewall or a domain. */
function acknowledgeEdge(distribution: Distribution, { stage, firewall }: Pick<SiteProps, "stage" | "firewall">) {
  Validations.of(distribution).acknowledge(
    {
      id: "Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk",
      reason: "The root serves index.html; the permission to list only makes S3 answer 404 instead of 403.",
    },
    { id: "AwsSolutions-CFR1", reason: "The site is available worldwide; no geographic restriction is intended." },
    {
      id: "AwsSolutions-CFR3",
      reason: "Picture views aren't logged per person; the API's access log has what operations need.",
    },
    ...(firewall
      ? []
      : [
          {
            id: "AwsSolutions-CFR2",
            reason: "This is a test stage; the API throttles requests, and staging has production's firewall.",
          },
        ]),
    ...(stage.domain
      ? []
      : [
          {
            id: "AwsSolutions-CFR4",
            reason: "CloudFront's default certificate fixes the TLS policy; stages with a domain require TLS 1.2.",
          },
        ]),
  );
}

/** Id of the origin that renders pages, for the edge's code. */
const PAGES_ORIGIN = "pages";

/** Not cached: by default CloudFront would serve one visitor's error to everyone for ten seconds, despite its `Cache-Control`. */
const SERVER_ERRORS = [500, 501, 502, 503, 504];

/** Files of the API reference: the page and its OpenAPI document. */
const API_FILES = { page: "api-reference.html", document: "openapi.json" } as const;

let apiFilesByName: Readonly<Record<string, string>> | undefined;

/** Memoized: the contract is the same for all stacks of a process. */
function apiFiles() {
  apiFilesByName ??= describeApi();
  return Object.entries(apiFilesByName).map(([name, text]) => Source.data(name, text));
}

function describeApi() {
  const document = openApiDocument("/");
  return {
    [API_FILES.page]: apiReferencePage(document, API_FILES.document),
    [API_FILES.document]: JSON.stringify(document, undefined, 2),
  };
}

const HASHED = [`${HASHED_FOLDER}/*`];
const COMPRESSED = [`${COMPRESSED_FOLDER}/${HASHED_FOLDER}/*`];

interface PutRule {
  readonly exclude: string[];
  readonly include?: string[];
  readonly cacheControl: CacheControl[];
  readonly contentEncoding?: string;
}

/** With the permission to list, S3 answers 404 instead of 403 for missing keys. */
const readableFrom = (bucket: Bucket, originAccessControl: IOriginAccessControlRef): IOrigin =>
  S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessControl,
    originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
  });

/** API responses are cached only if their route says so. The API receives all of the viewer's request except the host. */
function apiOptions(
  scope: Construct,
  api: HttpApi | WebSocketApi,
  { headers }: OriginSecret,
  originId?: string,
): BehaviorOptions {
  const { region, urlSuffix } = Stack.of(scope);
  const host = Fn.join("", [api.apiId, ".execute-api.", region, ".", urlSuffix]);
  return {
    origin: new HttpOrigin(host, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      customHeaders: headers,
      ...(originId ? { originId } : {}),
    }),
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  };
}

/** A path's pattern in CloudFront's notation. */
const toPattern = (path: string) => path.replace(/\{.*\}/, "*");

/** Path patterns of API responses that the edge may cache. */
const EDGE_CACHED = Object.values(areas)
  .flatMap((area) => Object.values<Route>(area))
  .flatMap(({ path, edgeCache }) => (edgeCache ? [path.replace(/\{\w+\}/g, "*")] : []));

/** Forwards no headers, cookies or query of the viewer, so that one cached copy serves everyone. */
const withoutViewerData = (behaviour: BehaviorOptions): BehaviorOptions => ({
  ...behaviour,
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  originRequestPolicy: undefined,
});

/**
 * Parts of the request that log-in needs, and the viewer's country. CloudFront adds the country only to an allow-list of
 * headers or to all of them, with a host that API Gateway would reject. No allow-list may contain `Authorization`.
 */
const withCountry = (scope: Construct) =>
  new OriginRequestPolicy(scope, "SessionStart", {
    originRequestPolicyName: globalName(scope, "session-start"),
    comment: "Viewer headers used for log-ins, and CloudFront-Viewer-Country",
    headerBehavior: OriginRequestHeaderBehavior.allowList(
      "CloudFront-Viewer-Country",
      "Content-Type",
      "Idempotency-Key",
      "Origin",
      "User-Agent",
    ),
    cookieBehavior: OriginRequestCookieBehavior.all(),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
  });

/**
 * Pages are the same for everyone: the only part of the request that they get is the query, as filtered by the edge's
 * function, and all of it is in the cache key.
 */
function pageOptions(scope: Construct, api: HttpApi, originSecret: OriginSecret): BehaviorOptions {
  const cachePolicy = new CachePolicy(scope, "PageCaching", {
    comment: "TTL from Cache-Control; the cache key includes the query",
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
  return { ...apiOptions(scope, api, originSecret, PAGES_ORIGIN), cachePolicy, originRequestPolicy: undefined };
}

function namedBy(scope: Construct, domain: Domain | undefined) {
  if (!domain) return {};
  const certificate = Certificate.fromCertificateArn(scope, "Certificate", domain.certificateArn);
  return { domainNames: [domain.name], certificate, minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021 };
}
