import { isArnLike, matchesWildcards } from "./arn-like.ts";
import { type Context, holds } from "./conditions.ts";
import type { Statement } from "./policy.ts";

/** One action on one resource. */
export interface AuthorizationRequest {
  /** E.g. `dynamodb:PutItem`. */
  action: string;
  /** ARN, or `*` where the action takes no resource. */
  resource: string;
}

export interface Policies {
  /** Statements of the caller's role; a service has none. */
  identity: readonly Statement[];
  /** Statements of the resource's own policy. */
  resource: readonly Statement[];
}

export type Decision = { isAllowed: boolean } & ({ by: Statement; kind: "identity" | "resource" } | { by: undefined });

/** IAM ignores the case of actions. */
export const matchesAction = (pattern: string, action: string) =>
  matchesWildcards(pattern.toLowerCase(), action.toLowerCase());

export const matchesResource = (pattern: string, resource: string) => pattern === "*" || isArnLike(pattern, resource);

const applies = (statement: Statement, { action, resource }: AuthorizationRequest, context: Context) =>
  statement.actions.some((pattern) => matchesAction(pattern, action)) &&
  statement.resources.some((pattern) => matchesResource(pattern, resource)) &&
  statement.conditions.every((condition) => holds(condition, context));

/**
 * IAM's decision within one account: a Deny anywhere decides, else an Allow of the caller's or the resource's policy,
 * else it is refused. `service` is the principal of a call by an AWS service.
 */
export function evaluate(
  { identity, resource }: Policies,
  authorization: AuthorizationRequest,
  context: Context,
  service?: string,
): Decision {
  const ofResource = resource.filter(({ principals }) => principals.some((name) => name === "*" || name === service));
  const applied = [
    ...identity.map((by) => ({ by, kind: "identity" as const })),
    ...ofResource.map((by) => ({ by, kind: "resource" as const })),
  ].filter(({ by }) => applies(by, authorization, context));
  const denial = applied.find(({ by }) => by.effect === "Deny");
  if (denial) return { isAllowed: false, ...denial };
  const [grant] = applied;
  return grant ? { isAllowed: true, ...grant } : { isAllowed: false, by: undefined };
}
