import * as z from "zod/mini";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";

const name = z.string().check(z.minLength(1));

const json = () =>
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  );

const switches = Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean()]));

/** JSON of all feature switches; each is required except `tax`. */
const Switches = z.pipe(
  json(),
  z.strictObject({ ...switches, tax: z.optional(z.boolean()) }) as unknown as z.ZodMiniType<FeatureSwitches, unknown>,
);

/** The platform's operator: legal name, address in lines, and VAT number, for receipts and invoices. */
export const LegalEntity = z.strictObject({ name, address: name, vat: z.optional(name) });
export type LegalEntity = z.output<typeof LegalEntity>;

/**
 * The environment of every function. The user pool's triggers have no `TOKEN_ISSUER` and `TOKEN_AUDIENCE`, because they are
 * created before the pool.
 */
const Common = z.object({
  STAGE: name,
  FEATURES: Switches,
  /** Scheme and host of the site, without a trailing slash. */
  SITE_ORIGIN: z.url(),
  POWERTOOLS_SERVICE_NAME: name,
  /** Issuer and audience of access tokens, for public routes with optional authentication. */
  TOKEN_ISSUER: z.url(),
  TOKEN_AUDIENCE: name,
  /** Secret that proves that a request came through CloudFront; without it every request is accepted, as in a test. */
  ORIGIN_SECRET_ARN: z.optional(name),
  /** JSON; for functions that start payments, if the stage has it. */
  LEGAL_ENTITY: z.optional(z.pipe(json(), LegalEntity)),
  /** The audit log, of functions whose routes write. */
  AUDIT_TABLE_NAME: z.optional(name),
});

const SEARCH_NAMES = ["SEARCH_ENGINE", "SEARCH_ENDPOINT", "SEARCH_TABLE_NAME", "SEARCH_BUCKET"] as const;

/** Functions' permissions, with the variables of each grant. The stack sets exactly these. */
const VARIABLES = {
  table: ["TABLE_NAME"],
  /** Reading the table. */
  readOnlyTable: ["TABLE_NAME"],
  /** Checking that a view is a visitor's first of the day. */
  visits: ["VISITS_TABLE_NAME"],
  identity: ["USER_POOL_ID", "USER_POOL_CLIENT_ID"],
  /** Queueing requested mails. */
  mailRequests: ["MAIL_REQUESTS_URL"],
  /** Queueing Cognito users whose account is deleted. */
  abandonedUsers: ["ABANDONED_USERS_URL"],
  /** Queueing work for all followers of an account, page by page. */
  followPages: ["FOLLOW_PAGES_URL"],
  /** Queueing requested data exports. */
  dataExports: ["DATA_EXPORTS_URL"],
  /** Reading originals and storing data exports. */
  exportStorage: ["ORIGINALS_BUCKET"],
  /** Signing links to data exports. */
  archiveDownloads: ["ORIGINALS_BUCKET"],
  /** Reading entries of the audit log, without adding any. */
  readOnlyAuditTable: ["AUDIT_TABLE_NAME"],
  /** Reading Cognito's data of a user. */
  readOnlyUserPool: ["USER_POOL_ID"],
  /** Deleting Cognito users, and nothing else. */
  userDeleter: ["USER_POOL_ID"],
  /** Checking passwords and logging in with Cognito, and nothing else. */
  signIn: ["USER_POOL_ID", "USER_POOL_CLIENT_ID"],
  /** Signing upload forms for browsers. */
  presignedUploads: ["ORIGINALS_BUCKET"],
  /** Reading uploads, and storing verified ones. */
  uploads: ["ORIGINALS_BUCKET"],
  /** Making licence holders' previews. */
  licensedPreviews: ["ORIGINALS_BUCKET"],
  /** Signing links to originals and licence holders' previews. */
  downloads: ["ORIGINALS_BUCKET"],
  /** Making the files that buyers download. */
  deliveries: ["ORIGINALS_BUCKET"],
  previews: ["PREVIEWS_BUCKET"],
  /** Moving previews of blocked artwork out of the site's reach, and back. */
  withheldPreviews: ["ORIGINALS_BUCKET"],
  /** Reading public previews. */
  publicPreviews: ["PREVIEWS_BUCKET"],
  /** Deleting the files of pictures, in both buckets. */
  filePurger: ["ORIGINALS_BUCKET", "PREVIEWS_BUCKET"],
  /** Queueing folders of previews to invalidate at the edge. */
  edgeInvalidations: ["INVALIDATIONS_URL"],
  /** Invalidating copies at the edge. */
  edgeCache: ["DISTRIBUTION_ID"],
  previewMaker: ["MEDIA_FUNCTION_NAME"],
  /** Queueing mails to send later. */
  deferredMails: ["DEFERRED_MAILS_URL"],
  mail: ["MAIL_FROM", "OPERATORS_MAIL"],
  /** Naming the operators' e-mail address, without sending mail. */
  operatorsAddress: ["OPERATORS_MAIL"],
  /** Business days until artwork returns after its artist's answer. */
  counterNotices: ["COUNTER_NOTICE_DAYS"],
  index: SEARCH_NAMES,
  /** Writing to the index; needs `index` for reading. */
  indexing: SEARCH_NAMES,
  sockets: ["SOCKET_ENDPOINT"],
  socketDeadlines: ["SOCKET_DEADLINES_URL"],
  /** The payment provider: the URL of its API and the secret with our keys. */
  payments: ["STRIPE_SECRET_ARN", "STRIPE_API_URL"],
  /** Keys that sign certificates. */
  signing: ["SIGNING_SECRET_ARN"],
  /** The certificate of Content Credentials. */
  contentCredentials: ["CREDENTIALS_SECRET_ARN"],
  /** The keys of second factors. */
  secondFactor: ["SECOND_FACTOR_SECRET_ARN"],
} as const;

export type Permission = keyof typeof VARIABLES;

export const PERMISSIONS = Object.keys(VARIABLES) as readonly Permission[];

/** The variables of a permission, by name; of `index` and `indexing` those of the stage's engines. */
export const getVariables = (permission: Permission): readonly string[] => VARIABLES[permission];

/**
 * The engine that answers searches, the file unless it says otherwise, with its names. Writers also get those of another
 * engine that is kept up to date.
 */
export type SearchNames =
  | {
      readonly SEARCH_ENGINE?: "file";
      readonly SEARCH_TABLE_NAME: string;
      readonly SEARCH_BUCKET: string;
      readonly SEARCH_ENDPOINT?: string;
    }
  | {
      readonly SEARCH_ENGINE: "opensearch";
      readonly SEARCH_ENDPOINT: string;
      readonly SEARCH_TABLE_NAME?: string;
      readonly SEARCH_BUCKET?: string;
    };

const Search = {
  SEARCH_ENGINE: z.optional(z.enum(["file", "opensearch"])),
  SEARCH_ENDPOINT: z.optional(z.url()),
  SEARCH_TABLE_NAME: z.optional(name),
  SEARCH_BUCKET: z.optional(name),
} satisfies Record<(typeof SEARCH_NAMES)[number], unknown>;

const namesEngine = ({ SEARCH_ENGINE, SEARCH_ENDPOINT, SEARCH_TABLE_NAME, SEARCH_BUCKET }: Partial<SearchNames>) =>
  Boolean(SEARCH_ENGINE === "opensearch" ? SEARCH_ENDPOINT : SEARCH_TABLE_NAME && SEARCH_BUCKET);

export type CommonEnvironment = z.output<typeof Common>;

type Searching = "index" | "indexing";

/** The parsed environment of a function with these permissions. */
export type Environment<P extends Permission> = CommonEnvironment &
  Readonly<Record<(typeof VARIABLES)[Exclude<P, Searching>][number], string>> &
  ([P & Searching] extends [never] ? unknown : SearchNames);

/** Schema of a function's environment, for the stack and the function itself. */
export function buildEnvironmentSchema<P extends Permission>(permissions: readonly P[]) {
  const variables = permissions.flatMap((permission) => getVariables(permission)).map((variable) => [variable, name]);
  const isSearching = permissions.some((permission) => getVariables(permission) === SEARCH_NAMES);
  const schema = z.extend(Common, { ...Object.fromEntries(variables), ...(isSearching ? Search : {}) });
  const checked = schema.check(z.refine(namesEngine, { path: ["SEARCH_ENGINE"], error: "lacks its names" }));
  return (isSearching ? checked : schema) as unknown as z.ZodMiniType<Environment<P>>;
}
