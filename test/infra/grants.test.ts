import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, test } from "vitest";
import {
  buildEnvironmentSchema,
  getVariables,
  PERMISSIONS,
  type Permission,
} from "#lambdas/platform/runtime/environment.ts";
import { entryPoints, getPermissions, PROJECT, streamConsumers } from "#lib/bundling/entries.ts";
import { DELETING_ACTIONS, IDENTITY_ACTIONS, SIGN_IN_ACTIONS, USER_READING_ACTIONS } from "#lib/constructs/identity.ts";
import { getStage, hasOpenSearch, type SearchEngine, STAGES, type Stage } from "#lib/stacks/stages.ts";
import { areas, isOn } from "#shared/contract/areas.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import type { Route } from "#shared/route.ts";
import { getStack, VARIANTS } from "./support/synthesize-stack.ts";
import {
  functionNamed,
  listActions,
  listed,
  listFunctions,
  listResources,
  shown,
  type TemplateFunction,
} from "./support/template.ts";

const LEAVING = ["sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:SendMessage"];
const QUEUE_READING = ["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"];
const STREAM_READING = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"].map((a) => `dynamodb:${a}`);

const READING = /:(BatchGetItem|GetItem|Query)$/;
const WRITING = /:(BatchWriteItem|ConditionCheckItem|DeleteItem|PutItem|UpdateItem)$/;

const UPLOADED = /^<PicturesOriginals\w+>\/uploads\/\*$/;
const VERIFIED = /^<PicturesOriginals\w+>\/originals\/\*$/;
const LICENSED = /^<PicturesOriginals\w+>\/licensed\/\*$/;
const WITHHELD = /^<PicturesOriginals\w+>\/licensed\/withheld\/\*$/;
const DELIVERED = /^<PicturesOriginals\w+>\/delivered\/\*$/;
const ARCHIVED = /^<PicturesOriginals\w+>\/exports\/\*$/;
const SNAPSHOT = /^<SearchSnapshots\w+>\/index\.sqlite\.zst$/;
const SHOWN = /^<PicturesPreviews\w+>\/media\/\*$/;

/** Permission to write to the table includes permission to read it. */
const withReading = (declared: readonly Permission[]): readonly Permission[] =>
  declared.includes("table") ? [...declared, "readOnlyTable"] : declared;

/** Variables of the engines that the stage has. */
function listSearchNames(stage: Stage): readonly string[] {
  const knows = (engine: SearchEngine) => stage.search === engine || stage.searchAlso === engine;
  return [
    ...(hasOpenSearch(stage) ? ["SEARCH_ENGINE"] : []),
    ...(knows("file") ? ["SEARCH_BUCKET", "SEARCH_TABLE_NAME"] : []),
    ...(knows("opensearch") ? ["SEARCH_ENDPOINT"] : []),
  ];
}

const isCollection = (action: string, resource: string) =>
  action === "aoss:APIAccessAll" && /^<SearchCollection\w+>$/.test(resource);

/** The actions and resources that a permission grants. */
const OPENED_BY: Record<Permission, (action: string, resource: string) => boolean> = {
  table: (action, resource) => resource.startsWith("<DataTable") && WRITING.test(action),
  readOnlyTable: (action, resource) => /^<DataTable\w+>(\/index\/[\w-]+)?$/.test(resource) && READING.test(action),
  visits: (action, resource) =>
    ["dynamodb:GetItem", "dynamodb:PutItem"].includes(action) && resource.startsWith("<VisitsTable"),
  identity: (action) => IDENTITY_ACTIONS.includes(action),
  deferredMails: (action, resource) => action === "sqs:SendMessage" && resource.includes("AccountQueuesDeferredMails"),
  mailRequests: (action, resource) => action === "sqs:SendMessage" && resource.startsWith("<AccountQueuesMailRequests"),
  abandonedUsers: (action, resource) =>
    action === "sqs:SendMessage" && resource.startsWith("<AccountQueuesAbandonedUsers"),
  followPages: (action, resource) => action === "sqs:SendMessage" && resource.startsWith("<AccountQueuesFollowPages"),
  dataExports: (action, resource) => action === "sqs:SendMessage" && resource.startsWith("<AccountQueuesDataExports"),
  exportStorage: (action, resource) =>
    (action === "s3:ListBucket" && /^<PicturesOriginals\w+>$/.test(resource)) ||
    (action === "s3:GetObject" && VERIFIED.test(resource)) ||
    (["s3:DeleteObject", "s3:PutObject"].includes(action) && ARCHIVED.test(resource)),
  archiveDownloads: (action, resource) => action === "s3:GetObject" && ARCHIVED.test(resource),
  readOnlyAuditTable: (action, resource) => action === "dynamodb:Query" && resource.startsWith("<AuditLog"),
  readOnlyUserPool: (action) => USER_READING_ACTIONS.includes(action),
  userDeleter: (action) => action === "cognito-idp:AdminDeleteUser",
  signIn: (action) => SIGN_IN_ACTIONS.includes(action),
  presignedUploads: (action, resource) => action === "s3:PutObject" && UPLOADED.test(resource),
  uploads: (action, resource) =>
    (action === "s3:ListBucket" && /^<PicturesOriginals\w+>$/.test(resource)) ||
    (["s3:GetObject", "s3:DeleteObject"].includes(action) && UPLOADED.test(resource)) ||
    (["s3:GetObject", "s3:PutObject"].includes(action) && VERIFIED.test(resource)),
  licensedPreviews: (action, resource) =>
    ["s3:DeleteObject", "s3:PutObject"].includes(action) && LICENSED.test(resource),
  downloads: (action, resource) =>
    action === "s3:GetObject" && [VERIFIED, LICENSED].some((files) => files.test(resource)),
  deliveries: (action, resource) =>
    (action === "s3:GetObject" && [VERIFIED, DELIVERED].some((files) => files.test(resource))) ||
    (action === "s3:PutObject" && DELIVERED.test(resource)),
  previews: (action, resource) =>
    (["s3:DeleteObject", "s3:GetObject", "s3:PutObject"].includes(action) && SHOWN.test(resource)) ||
    (action === "s3:ListBucket" && /^<PicturesPreviews\w+>$/.test(resource)),
  withheldPreviews: (action, resource) =>
    (action === "s3:ListBucket" && /^<PicturesOriginals\w+>$/.test(resource)) ||
    (["s3:DeleteObject", "s3:GetObject", "s3:PutObject"].includes(action) && WITHHELD.test(resource)),
  publicPreviews: (action, resource) => action === "s3:GetObject" && SHOWN.test(resource),
  filePurger: (action, resource) =>
    action === "s3:DeleteObject" &&
    [UPLOADED, VERIFIED, LICENSED, ARCHIVED, SHOWN].some((files) => files.test(resource)),
  edgeInvalidations: (action, resource) => action === "sqs:SendMessage" && resource.startsWith("<MediaInvalidations"),
  edgeCache: (action, resource) =>
    action === "cloudfront:CreateInvalidation" && /\/<SiteDistribution\w+>$/.test(resource),
  previewMaker: (action) => action.startsWith("lambda:"),
  mail: (action) => action.startsWith("ses:"),
  operatorsAddress: () => false,
  counterNotices: () => false,
  index: (action, resource) =>
    isCollection(action, resource) ||
    (resource.startsWith("<SearchLog") && READING.test(action)) ||
    (action === "s3:ListBucket" && /^<SearchSnapshots\w+>$/.test(resource)) ||
    (action === "s3:GetObject" && SNAPSHOT.test(resource)),
  indexing: (action, resource) =>
    isCollection(action, resource) ||
    (resource.startsWith("<SearchLog") && WRITING.test(action)) ||
    (action === "s3:PutObject" && SNAPSHOT.test(resource)),
  sockets: (action) => action.startsWith("execute-api:"),
  socketDeadlines: (action, resource) => action === "sqs:SendMessage" && resource.startsWith("<SocketsDeadlines"),
  payments: (_, resource) => resource.startsWith("<PaymentsStripe"),
  signing: (_, resource) => resource.startsWith("<SigningKey"),
  contentCredentials: (_, resource) => resource.startsWith("<ContentCredentialsKey"),
  secondFactor: (_, resource) => resource.startsWith("<SecondFactorKey"),
};

/** Permissions that only set a variable. */
const SETTINGS: readonly Permission[] = ["operatorsAddress", "counterNotices"];

const READS_A_QUEUE = [
  "answer-mail-requests",
  "close-unauthenticated",
  "delete-abandoned-users",
  "export-personal-data",
  "invalidate-edge",
  "process-follow-pages",
];
/** Functions that the user pool calls are built before it and don't know its tokens. */
const TRIGGERS = ["suppress-scopes", "prove-sign-in"];

/** Areas with a route that the audit log records. */
const AUDITED = Object.entries(areas).flatMap(([area, routes]) =>
  Object.values<Route>(routes).some(({ audit }) => audit) ? [area] : [],
);

interface Right {
  readonly action: string;
  readonly resource: string;
}

const opens = (permissions: readonly Permission[], { action, resource }: Right) =>
  permissions.some((permission) => OPENED_BY[permission](action, resource));

const isAudit = ({ action, resource }: Right) => action === "dynamodb:PutItem" && /^<AuditLog\w+>$/.test(resource);

const listRights = ({ statements }: TemplateFunction) =>
  statements.flatMap(({ Action, Resource }) =>
    listed(Action).flatMap((action) => listed(Resource).map((resource) => ({ action, resource: shown(resource) }))),
  );

/** The areas with an enabled route on a stage with these switches. */
const areasOn = (switches: FeatureSwitches): string[] =>
  Object.entries(areas).flatMap(([area, routes]: [string, Readonly<Record<string, Route>>]) =>
    Object.values(routes).some((route) => isOn(route, switches)) ? [area] : [],
  );

describe.each(VARIANTS)("stage %s %j", (name, values) => {
  let template: Template;
  let declarations: readonly (readonly [string, readonly Permission[]])[];

  beforeAll(async () => {
    const here = areasOn(getStage(name).features);
    ({ template } = await getStack(name, { ...values, mailFrom: "shop@ochre.example" }));
    const deployed = Object.keys(entryPoints()).filter((fn) => !(fn in areas) || here.includes(fn));
    declarations = deployed.map((fn) => [fn, getPermissions(fn)]);
  });

  test("each function has the rights that it declares and no others", () => {
    for (const [fn, declared] of declarations) {
      const rights = listRights(functionNamed(template, fn));
      const beyond = rights.filter((right) => opens(PERMISSIONS, right) && !opens(withReading(declared), right));
      const lacking = declared.filter(
        (permission) => !SETTINGS.includes(permission) && !rights.some((right) => opens([permission], right)),
      );
      expect([fn, beyond, lacking]).toEqual([fn, [], []]);
    }
  });

  test("besides these a function may only write its log, audit entries and dead letters, and read its stream, queue or origin secret", () => {
    for (const fn of listFunctions(template).filter(({ name: ours }) => ours)) {
      const rest = listRights(fn).filter((right) => !opens(PERMISSIONS, right));
      const ofQueue = READS_A_QUEUE.includes(String(fn.name)) ? QUEUE_READING : [];
      const reading = streamConsumers().some(({ name }) => name === fn.name) ? STREAM_READING : ofQueue;
      const allowed = [...reading, "logs:CreateLogStream", "logs:PutLogEvents", ...LEAVING];
      const isGuard = ({ action, resource }: Right) =>
        action === "secretsmanager:GetSecretValue" && /^<OriginSecret\w+>$/.test(resource);
      const isKeeping = ({ action, resource }: Right) =>
        reading === STREAM_READING &&
        ["s3:PutObject", "s3:ListBucket"].includes(action) &&
        /^<StreamsUndeliveredRecordsBucket\w+>(\/aws\/lambda\/\*)?$/.test(resource);
      const others = rest.filter(
        (right) => !allowed.includes(right.action) && !isGuard(right) && !isAudit(right) && !isKeeping(right),
      );
      expect([fn.name, others]).toEqual([fn.name, []]);
    }
  });

  test("each function gets exactly the variables of its permissions, and its schema accepts them", () => {
    for (const [fn, declared] of declarations) {
      const { environment } = functionNamed(template, fn);
      const common = ["STAGE", "FEATURES", "SITE_ORIGIN", "POWERTOOLS_SERVICE_NAME"];
      const tokens = TRIGGERS.includes(fn) ? [] : ["TOKEN_ISSUER", "TOKEN_AUDIENCE"];
      const called = fn in areas || ["fallback", "pages", "sockets"].includes(fn);
      const guard = called ? ["ORIGIN_SECRET_ARN"] : [];
      const audit = AUDITED.includes(fn) ? ["AUDIT_TABLE_NAME"] : [];
      const isSearching = declared.some((permission) => ["index", "indexing"].includes(permission));
      const search = isSearching ? listSearchNames(getStage(name, values)) : [];
      const others = declared.flatMap(getVariables).filter((variable) => !variable.startsWith("SEARCH_"));
      const wanted = new Set([...common, ...tokens, ...guard, ...audit, ...others, ...search]);
      expect(Object.keys(environment).sort()).toEqual([...wanted].sort());
      if (TRIGGERS.includes(fn)) continue;
      const given = Object.entries(environment).map(([variable, value]) => [
        variable,
        typeof value === "string" ? value : "https://deployed.invalid",
      ]);
      expect(() => buildEnvironmentSchema(declared).parse(Object.fromEntries(given))).not.toThrow();
    }
  });
});

test.each(STAGES)(
  "on stage %s only functions with recorded routes may write the audit log, and only administration and export may read it",
  async (name) => {
    const { template } = await getStack(name);
    const here = areasOn(getStage(name).features);
    const touching = listFunctions(template).flatMap((fn) =>
      listRights(fn).flatMap(({ action, resource }) => (resource.includes("<Audit") ? [{ fn: fn.name, action }] : [])),
    );
    const adding = AUDITED.filter((area) => here.includes(area)).map((fn) => ({ fn, action: "dynamodb:PutItem" }));
    const reading = ["admin", "export-personal-data"].map((fn) => ({ fn, action: "dynamodb:Query" }));
    const toText = ({ fn, action }: { fn: string | undefined; action: string }) => `${fn} ${action}`;
    expect(touching.map(toText).sort()).toEqual([...adding, ...reading].map(toText).sort());
    const granting = listResources(template, "AWS::DynamoDB::Table").filter(([id]) => id.startsWith("Audit"));
    expect(granting.map(([, { Properties }]) => [Properties.ResourcePolicy, Properties.StreamSpecification])).toEqual([
      [undefined, undefined],
    ]);
    expect(granting[0]?.[1].Properties.TimeToLiveSpecification).toEqual({ AttributeName: "ttl", Enabled: true });
  },
);

test("no function may scan, alter or back up the table", async () => {
  const { template } = await getStack("dev");
  const actions = listFunctions(template).flatMap(listActions);
  expect(actions).not.toContain("dynamodb:Scan");
  expect(actions.filter((action) => /^dynamodb:.*(Table|Backup)/.test(action))).toEqual([]);
});

test("only auth, second-factor, the administration, the deletion of abandoned users and the export may call Cognito", async () => {
  const { template } = await getStack("production");
  const callers = listFunctions(template).filter((fn) =>
    listActions(fn).some((action) => action.startsWith("cognito-idp:")),
  );
  expect(callers.map(({ name }) => name).sort()).toEqual([
    ...["admin", "auth", "delete-abandoned-users", "export-personal-data", "second-factor"],
  ]);
  const actions = listRights(functionNamed(template, "second-factor")).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("cognito-idp:")).sort()).toEqual(SIGN_IN_ACTIONS);
});

test("auth may call five operations of Cognito, on its own pool", async () => {
  const { template } = await getStack("production");
  const rights = listRights(functionNamed(template, "auth")).filter(({ action }) => action.startsWith("cognito-idp:"));
  expect(rights.map(({ action }) => action).sort()).toEqual([
    "cognito-idp:AdminCreateUser",
    "cognito-idp:AdminDisableUser",
    "cognito-idp:AdminInitiateAuth",
    "cognito-idp:AdminSetUserPassword",
    "cognito-idp:AdminUserGlobalSignOut",
  ]);
  for (const { resource } of rights) expect(resource).toMatch(/^<IdentityAccounts\w+>$/);
});

test("every area with signed-in callers may read ended sessions", () => {
  const asking = Object.entries(areas).filter(([, routes]) =>
    Object.values<Route>(routes).some(({ access, optionalAuth }) => access !== "public" || optionalAuth),
  );
  expect(asking.length).toBeGreaterThan(5);
  const without = asking.filter(
    ([area]) => !getPermissions(area).some((permission) => ["table", "readOnlyTable"].includes(permission)),
  );
  expect(without).toEqual([]);
});

test("functions may call exactly the Cognito operations that the code of auth uses", () => {
  const folder = join(PROJECT, "lambdas/areas/auth");
  const source = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const called = source.join("\n").matchAll(/new ((?:Admin|List)\w+)Command\(/g);
  const actions = [...new Set([...called].map(([, command]) => `cognito-idp:${command}`))];
  expect(actions.sort()).toEqual(
    [...new Set([...IDENTITY_ACTIONS, ...DELETING_ACTIONS, ...SIGN_IN_ACTIONS, ...USER_READING_ACTIONS])].sort(),
  );
});
