import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { relative, sep } from "node:path";
import {
  type Access,
  type AuthorizationRequest,
  buildCredentials,
  createAccess,
  parseStatements,
  type Signer,
  type StackAccessControl,
} from "ochre-local/access";
import {
  identityArn,
  objectArn,
  poolArn,
  readAccess,
  roleOfArn,
  secretArn,
  secretOfArn,
  tableArn,
} from "ochre-local/template";
import { expect } from "vitest";
import { PROJECT } from "#lib/bundling/entries.ts";
import { OPERATOR_ROLES, type OperatorRole } from "#lib/constructs/operators.ts";
import { createTestResolver } from "#test/infra/support/resolver.ts";
import { getStack } from "#test/infra/support/synthesize-stack.ts";
import { recordGrants } from "../../tools/grants/record.ts";
import { atFileEnd } from "./file-end.ts";

const acting = new AsyncLocalStorage<string>();

/** Runs work as a function of the stack: its AWS calls are checked against that function's role. */
export const actAs = <T>(functionName: string, work: () => T): T => acting.run(functionName, work);

/** Tells the stand-ins who calls. A signature covers the secret but not the access key id, so it can be replaced for S3. */
subscribe("http.client.request.created", (message) => {
  const functionName = acting.getStore();
  if (!functionName) return;
  const { request } = message as { request: ClientRequest };
  const authorization = String(request.getHeader("authorization") ?? "");
  if (!authorization.startsWith("AWS4-HMAC-SHA256 ")) return;
  const { accessKeyId } = buildCredentials(functionName);
  if (authorization.includes("/s3/aws4_request")) {
    request.setHeader("authorization", authorization.replace(/Credential=[^/]+/, `Credential=${accessKeyId}`));
  } else request.setHeader("x-amz-security-token", accessKeyId);
});

interface TemplateFunction {
  readonly name: string;
  readonly roleName: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Value of `AWS_SESSION_TOKEN` that makes a command's calls those of an operator with the policy of that role. */
export const operatorToken = (role: OperatorRole) => buildCredentials(`operator-${role}`).accessKeyId;

interface Document {
  readonly Statement: readonly { readonly Condition?: object }[];
}

/** Rights of operators, without statements with conditions, whose services no test has. */
const readOperators = (resolver: ReturnType<typeof createTestResolver>) =>
  resolver.listResources("AWS::IAM::ManagedPolicy").map(({ logicalId, properties }) => {
    const { Statement } = properties.PolicyDocument as Document;
    const role = OPERATOR_ROLES.find((one) => logicalId.startsWith(`Operators${one}`));
    const statements = parseStatements(logicalId, { Statement: Statement.filter(({ Condition }) => !Condition) });
    return { name: `operator-${role}`, statements };
  });

/** The functions of stage `local`, where every feature is on, with their roles and variables. */
async function readStack() {
  const { template } = await getStack("local");
  const resolver = createTestResolver(template, "ochre-local");
  const functions = resolver.listResources("AWS::Lambda::Function").flatMap(({ properties }): TemplateFunction[] => {
    const { Variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, string> };
    const name = Variables.POWERTOOLS_SERVICE_NAME;
    return name ? [{ name, roleName: roleOfArn(String(properties.Role)), variables: Variables }] : [];
  });
  const access = readAccess(resolver, new Set(functions.map(({ roleName }) => roleName)));
  return { functions, access, operators: readOperators(resolver) };
}

let stack: ReturnType<typeof readStack> | undefined;

/** Builds the ARN in a policy from a variable's value. */
const ARNS: Readonly<Record<string, (value: string) => string>> = {
  TABLE_NAME: tableArn,
  SEARCH_TABLE_NAME: tableArn,
  AUDIT_TABLE_NAME: tableArn,
  VISITS_TABLE_NAME: tableArn,
  USER_POOL_ID: poolArn,
  ORIGINALS_BUCKET: (name) => objectArn(name),
  PREVIEWS_BUCKET: (name) => objectArn(name),
  SEARCH_BUCKET: (name) => objectArn(name),
  STRIPE_SECRET_ARN: (id) => secretArn(secretOfArn(id)),
  SIGNING_SECRET_ARN: (id) => secretArn(secretOfArn(id)),
  CREDENTIALS_SECRET_ARN: (id) => secretArn(secretOfArn(id)),
  SECOND_FACTOR_SECRET_ARN: (id) => secretArn(secretOfArn(id)),
  MAIL_FROM: (sender) => identityArn(/<(.+)>/.exec(sender)?.[1] ?? sender),
};

/** Access controls opened by the current test file. */
const opened: Pick<StackAccessControl, "listGrants">[] = [];

function recordOpened() {
  const file = relative(PROJECT, expect.getState().testPath ?? "").replaceAll(sep, "-");
  const grants = opened.splice(0).flatMap((access) => access.listGrants());
  recordGrants("unit", file, grants);
}

/**
 * Checks AWS calls within `actAs` and lets all others pass. The test's resources have other names than the stack's:
 * `given` has the test's values of the functions' environment variables.
 */
export async function openRights(given: Readonly<Record<string, string>>): Promise<Access> {
  stack ??= readStack();
  const { functions, access: policies, operators } = await stack;
  // No reporter: a refusal fails the call, which the test sees.
  const access = createAccess(() => {});
  const people = operators.map(({ name }) => ({ name, roleName: name }));
  access.setStack({
    ...policies,
    functions: [...functions, ...people],
    roles: [...policies.roles, ...operators],
  });
  const names = new Map([...functions, ...people].map(({ name }) => [buildCredentials(name).accessKeyId, name]));
  const pairs = Object.entries(ARNS).flatMap(([variable, arnOf]) => {
    const ours = functions.find(({ variables }) => variables[variable])?.variables[variable];
    return ours && given[variable] ? [[arnOf(given[variable]), arnOf(ours)] as const] : [];
  });
  const asDeployed = (demand: AuthorizationRequest): AuthorizationRequest => {
    const pair = pairs.find(([from]) => demand.resource === from || demand.resource.startsWith(`${from}/`));
    return pair ? { ...demand, resource: pair[1] + demand.resource.slice(pair[0].length) } : demand;
  };
  const findName = ({ accessKeyId = "", sessionToken = "" }: Signer) =>
    names.get(accessKeyId) ?? names.get(sessionToken);
  if (opened.push(access) === 1) atFileEnd(recordOpened);
  return {
    isUnrestricted: (signer) => findName(signer) === undefined,
    findSecret: () => given.AWS_SECRET_ACCESS_KEY,
    findRefusal(signer, demands) {
      const name = findName(signer);
      return name ? access.findRefusal(buildCredentials(name), demands.map(asDeployed)) : undefined;
    },
  };
}
