import * as z from "zod/mini";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";

const name = z.string().check(z.minLength(1));

const json = () =>
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  );

const switches = Object.fromEntries(FEATURES.map((feature) => [feature, z.boolean()]));

/** JSON of every feature switch, so that a stage can't forget one. */
const Switches = z.pipe(
  json(),
  z.strictObject({ ...switches, tax: z.optional(z.boolean()) }) as unknown as z.ZodMiniType<FeatureSwitches, unknown>,
);

/** Who runs the platform: legal name, address in lines, and VAT number, for receipts and invoices. */
export const LegalEntity = z.strictObject({ name, address: name, vat: z.optional(name) });
export type LegalEntity = z.output<typeof LegalEntity>;

/** The environment of every function; the user pool's trigger lacks the last two, because it exists before the pool. */
const Common = z.object({
  STAGE: name,
  FEATURES: Switches,
  /** Scheme and host of the site, without a slash at the end. */
  SITE_ORIGIN: z.url(),
  POWERTOOLS_SERVICE_NAME: name,
  /** Issuer and audience of access tokens, for public routes with optional authentication. */
  TOKEN_ISSUER: z.url(),
  TOKEN_AUDIENCE: name,
  /** Secret that proves that a request came through CloudFront; without it every request is accepted, as in a test. */
  ORIGIN_SECRET_ARN: z.optional(name),
  /** JSON, of functions that begin payments, where the stage says it. */
  LEGAL_ENTITY: z.optional(z.pipe(json(), LegalEntity)),
  /** The audit log, of functions whose routes write. */
  AUDIT_TABLE_NAME: z.optional(name),
});

/** Functions' permissions, and the variables that come with each grant. The stack sets exactly these. */
const VARIABLES = {
  table: ["TABLE_NAME"],
  /** The same table, for a function that never writes. */
  reading: ["TABLE_NAME"],
  /** Telling whether a view is a visitor's first of the day. */
  visits: ["VISITS_TABLE_NAME"],
  identity: ["USER_POOL_ID", "USER_POOL_CLIENT_ID"],
  /** Queueing links that were asked for by mail. */
  mailRequests: ["MAIL_REQUESTS_URL"],
  /** Queueing users of the identity provider whose account is gone. */
  abandonedUsers: ["ABANDONED_USERS_URL"],
  /** Queueing what is done for all followers of an account, page by page. */
  followPages: ["FOLLOW_PAGES_URL"],
  /** Queueing archives of their data that people asked for. */
  dataExports: ["DATA_EXPORTS_URL"],
  /** Reading originals and keeping such archives. */
  exporting: ["ORIGINALS_BUCKET"],
  /** Handing such archives out, by signed links. */
  archiveDownloads: ["ORIGINALS_BUCKET"],
  /** Reading entries of the audit log, for a function that adds none. */
  readingAudit: ["AUDIT_TABLE_NAME"],
  /** Reading what the identity provider knows of a user. */
  readingUsers: ["USER_POOL_ID"],
  /** Deleting users of the identity provider, and nothing else of it. */
  deletingUsers: ["USER_POOL_ID"],
  /** The same user pool, for a function that only checks passwords and logs in. */
  signIn: ["USER_POOL_ID", "USER_POOL_CLIENT_ID"],
  /** Signing forms by which browsers send files. */
  presignedUploads: ["ORIGINALS_BUCKET"],
  /** Reading what browsers sent, and keeping it once it is verified. */
  uploads: ["ORIGINALS_BUCKET"],
  /** Making previews for holders of a licence. */
  licensedPreviews: ["ORIGINALS_BUCKET"],
  /** Handing out originals, and previews for holders of a licence, by signed links. */
  downloads: ["ORIGINALS_BUCKET"],
  /** Making the files that buyers download. */
  deliveries: ["ORIGINALS_BUCKET"],
  previews: ["PREVIEWS_BUCKET"],
  /** Reading the previews that everyone may see. */
  shownPreviews: ["PREVIEWS_BUCKET"],
  /** Deleting the files of pictures, in both buckets. */
  purging: ["ORIGINALS_BUCKET", "PREVIEWS_BUCKET"],
  /** Queueing folders of previews whose copies at the edge have to go. */
  invalidating: ["INVALIDATIONS_URL"],
  /** Dropping copies at the edge. */
  edge: ["DISTRIBUTION_ID"],
  watermarking: ["MEDIA_FUNCTION_NAME"],
  /** Queueing mails that the provider doesn't take now. */
  deferredMails: ["DEFERRED_MAILS_URL"],
  mail: ["MAIL_FROM", "OPERATORS_MAIL"],
  index: ["SEARCH_TABLE_NAME", "SEARCH_BUCKET"],
  /** Writing to the index; whoever writes reads too and declares both. */
  indexing: ["SEARCH_TABLE_NAME", "SEARCH_BUCKET"],
  sockets: ["SOCKET_ENDPOINT"],
  socketDeadlines: ["SOCKET_DEADLINES_URL"],
  /** The payment provider: the address of its API and the secret with our keys. */
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

/** The variables that a permission brings, by name. */
export const getVariables = (permission: Permission): readonly string[] => VARIABLES[permission];

export type CommonEnvironment = z.output<typeof Common>;

/** The parsed environment of a function with these permissions. */
export type Environment<P extends Permission> = CommonEnvironment &
  Readonly<Record<(typeof VARIABLES)[P][number], string>>;

/** The schema of the environment of a function with these permissions. */
export function buildEnvironmentSchema<P extends Permission>(permissions: readonly P[]) {
  const variables = permissions.flatMap((permission) => getVariables(permission)).map((variable) => [variable, name]);
  const schema = z.extend(Common, Object.fromEntries(variables));
  return schema as unknown as z.ZodMiniType<Environment<P>>;
}
