import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { ACCOUNT } from "#local/template/names.ts";
import type { Context } from "./conditions.ts";
import { type AuthorizationRequest, type Decision, evaluate, matchesAction, matchesResource } from "./evaluate.ts";
import type { Statement } from "./policy.ts";

/** Credentials that a request was signed with. */
export interface Signer {
  accessKeyId?: string;
  sessionToken?: string;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

export interface Refusal {
  kind: "unknown key" | "denied";
  /** AWS's own text. */
  message: string;
}

/** The error's name in AWS's JSON protocols. */
export const getErrorType = ({ kind }: Refusal) =>
  kind === "denied" ? "AccessDeniedException" : "UnrecognizedClientException";

/** Access decisions; every stand-in asks for one before each operation. */
export interface Access {
  /** True for the administrator, who may also call operations that have no rule here. */
  isUnrestricted(signer: Signer): boolean;
  /** The secret that belongs to a signer's key; undefined for an unknown key and for another session's token. */
  findSecret(signer: Signer): string | undefined;
  /** The first authorization that the signer's policies don't allow; undefined if they allow all. */
  findRefusal(signer: Signer, authorizations: readonly AuthorizationRequest[]): Refusal | undefined;
}

/** A stand-in without a stack has no policies: the laptop's credentials allow everything. */
export const UNRESTRICTED: Access = {
  isUnrestricted: () => true,
  findSecret: () => LOCAL_CREDENTIALS.secretAccessKey,
  findRefusal: () => undefined,
};

/** A function's credentials and what they allow. */
interface Session {
  functionName: string;
  credentials: Credentials;
  roleName: string;
  statements: readonly Statement[];
}

export interface StackAccess {
  functions: readonly { name: string; roleName: string }[];
  roles: readonly { name: string; statements: readonly Statement[] }[];
  resourcePolicies: ReadonlyMap<string, readonly Statement[]>;
}

/** One action on one resource that a policy allows, both as the policy writes them. */
export interface RoleGrant {
  functionName: string;
  action: string;
  resource: string;
}

const digest = (text: string) => createHash("sha256").update(LOCAL_CREDENTIALS.secretAccessKey).update(text);

/** Deterministic, so that presigned URLs stay valid after a restart until they expire. */
export const buildCredentials = (functionName: string): Credentials => ({
  accessKeyId: `ASIA${digest(`key ${functionName}`).digest("hex").slice(0, 16).toUpperCase()}`,
  secretAccessKey: digest(`secret ${functionName}`).digest("base64url").slice(0, 40),
  sessionToken: digest(`session ${functionName}`).digest("base64"),
});

/** The signer of a request with an Authorization header. */
export const parseSigner = (headers: IncomingHttpHeaders): Signer => ({
  accessKeyId: /^AWS4-HMAC-SHA256 +Credential=([^/,\s]+)\//.exec(headers.authorization ?? "")?.[1],
  sessionToken: headers["x-amz-security-token"]?.toString(),
});

/** Satisfies policies that require TLS: the laptop has none, but its traffic stays on the machine. */
const OVER_TLS: Context = { "aws:securetransport": "true", "s3:tlsversion": "1.3" };

const getPolicyHolderArn = (resource: string) =>
  (resource.startsWith("arn:aws:s3:::") ? resource.split("/")[0] : resource) ?? "";

/** Evaluates the policies of the deployed stack; the laptop's own credentials are the account administrator's. */
export function createAccess(log: (source: string, text: string) => void) {
  let sessions = new Map<string, Session>();
  let resourcePolicies: StackAccess["resourcePolicies"] = new Map();
  const used = new Set<string>();

  const grantKey = ({ functionName, action, resource }: RoleGrant) => JSON.stringify([functionName, action, resource]);
  const isAdministrator = ({ accessKeyId }: Signer) => accessKeyId === LOCAL_CREDENTIALS.accessKeyId;

  function findSession({ accessKeyId = "", sessionToken }: Signer): Session | undefined {
    const session = sessions.get(accessKeyId);
    return session?.credentials.sessionToken === sessionToken ? session : undefined;
  }

  const listPolicies = (identity: readonly Statement[], { resource }: AuthorizationRequest) => ({
    identity,
    resource: resourcePolicies.get(getPolicyHolderArn(resource)) ?? [],
  });

  function recordUse(functionName: string, { by }: Decision, authorization: AuthorizationRequest) {
    const action = by?.actions.find((pattern) => matchesAction(pattern, authorization.action));
    const resource = by?.resources.find((pattern) => matchesResource(pattern, authorization.resource));
    if (action && resource) used.add(grantKey({ functionName, action, resource }));
  }

  function refuse(
    { functionName, roleName }: Session,
    authorization: AuthorizationRequest,
    { by, ...decision }: Decision,
  ): Refusal {
    const { action, resource } = authorization;
    const user = `arn:aws:sts::${ACCOUNT}:assumed-role/${roleName}/${functionName}`;
    const source = "kind" in decision ? `${decision.kind}-based policy` : "";
    const reason = by
      ? `with an explicit deny in ${source.startsWith("i") ? "an" : "a"} ${source}`
      : `because no identity-based policy allows the ${action} action`;
    const statement = by
      ? `${by.policy} denies ${by.actions.join(", ")}`
      : `no statement of the role ${roleName} allows it`;
    log(functionName, `AccessDenied: ${functionName} may not ${action} on ${resource}: ${statement}`);
    return {
      kind: "denied",
      message: `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ${reason}`,
    };
  }

  return {
    isUnrestricted: isAdministrator,
    findSecret(signer: Signer) {
      return isAdministrator(signer)
        ? LOCAL_CREDENTIALS.secretAccessKey
        : findSession(signer)?.credentials.secretAccessKey;
    },
    findRefusal(signer: Signer, authorizations: readonly AuthorizationRequest[]): Refusal | undefined {
      if (isAdministrator(signer)) return undefined;
      const session = findSession(signer);
      if (!session) return { kind: "unknown key", message: "The security token included in the request is invalid." };
      for (const authorization of authorizations) {
        const decision = evaluate(listPolicies(session.statements, authorization), authorization, OVER_TLS);
        if (!decision.isAllowed) return refuse(session, authorization, decision);
        recordUse(session.functionName, decision, authorization);
      }
      return undefined;
    },
    /** True if a resource's policy lets a service act for one of its own resources; logs a refusal. */
    allowsService(service: string, sourceArn: string, authorization: AuthorizationRequest): boolean {
      const context = { ...OVER_TLS, "aws:sourcearn": sourceArn };
      const { isAllowed } = evaluate(listPolicies([], authorization), authorization, context, service);
      if (!isAllowed)
        log("laptop", `${service} may not ${authorization.action} on ${authorization.resource} for ${sourceArn}`);
      return isAllowed;
    },
    /** Replaces all policies with those of this stack. */
    setStack({ functions, roles, resourcePolicies: newResourcePolicies }: StackAccess) {
      const getStatements = (roleName: string) => roles.find(({ name }) => name === roleName)?.statements ?? [];
      sessions = new Map(
        functions.map(({ name: functionName, roleName }) => {
          const credentials = buildCredentials(functionName);
          const session = { functionName, credentials, roleName, statements: getStatements(roleName) };
          return [credentials.accessKeyId, session];
        }),
      );
      resourcePolicies = newResourcePolicies;
    },
    /** Every grant of a function's role, and whether a call has needed it since the start. */
    listGrants: (): (RoleGrant & { isUsed: boolean })[] =>
      [...sessions.values()].flatMap(({ functionName, statements }) =>
        statements
          .filter(({ effect }) => effect === "Allow")
          .flatMap(({ actions, resources }) =>
            actions.flatMap((action) => resources.map((resource) => ({ functionName, action, resource }))),
          )
          .map((grant) => ({ ...grant, isUsed: used.has(grantKey(grant)) })),
      ),
  };
}

export type StackAccessControl = ReturnType<typeof createAccess>;
