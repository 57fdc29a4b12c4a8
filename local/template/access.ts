import * as z from "zod/mini";
import { PolicyDocument, parseStatements, type Statement } from "#local/access/policy.ts";
import { objectArn, queueArn, queueOfUrl } from "./names.ts";
import { parseProperties } from "./read.ts";
import type { ResolvedResource, Resolver } from "./resolve.ts";

export interface RoleSpec {
  name: string;
  /** Statements of the trust policy: principals that may assume the role. */
  trust: Statement[];
  statements: Statement[];
}

export interface AccessSpec {
  roles: RoleSpec[];
  /** Statements by the resource's ARN. */
  resourcePolicies: ReadonlyMap<string, Statement[]>;
}

const RoleProperties = z.object({
  AssumeRolePolicyDocument: PolicyDocument,
  ManagedPolicyArns: z.optional(z.array(z.string())),
  PermissionsBoundary: z.optional(z.string()),
  Policies: z.optional(z.array(z.object({ PolicyDocument }))),
});
const AttachedProperties = z.object({ PolicyDocument, Roles: z.optional(z.array(z.string())) });
const BucketPolicyProperties = z.object({ Bucket: z.string(), PolicyDocument });
const QueuePolicyProperties = z.object({ Queues: z.array(z.string()), PolicyDocument });

/** Lets a function write its log, which the laptop keeps for every function. CDK attaches it unless a role is given. */
const LOGS_ONLY = /:policy\/service-role\/AWSLambdaBasicExecutionRole$/;

/** Throws for another managed policy or a boundary, whose text the template doesn't hold. */
function readRole(resource: ResolvedResource, name: string, attached: Statement[]): RoleSpec {
  const { logicalId } = resource;
  const role = parseProperties(resource, RoleProperties);
  if (role.ManagedPolicyArns?.some((arn) => !LOGS_ONLY.test(arn)) || role.PermissionsBoundary) {
    throw new Error(
      `${logicalId}: the laptop doesn't support managed policies or boundaries, which aren't in the template`,
    );
  }
  const inline = (role.Policies ?? []).flatMap((policy) => parseStatements(logicalId, policy.PolicyDocument));
  return {
    name,
    trust: parseStatements(logicalId, role.AssumeRolePolicyDocument),
    statements: [...inline, ...attached],
  };
}

/** The roles of these names with their policies, and the policies of buckets and queues. */
export function readAccess(resolver: Resolver, roleNames: ReadonlySet<string>): AccessSpec {
  const attached = resolver
    .listResources("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")
    .map((resource) => ({ logicalId: resource.logicalId, ...parseProperties(resource, AttachedProperties) }));
  const listAttached = (name: string) =>
    attached
      .filter(({ Roles }) => Roles?.includes(name))
      .flatMap(({ logicalId, PolicyDocument: document }) => parseStatements(logicalId, document));
  const roles = resolver.listResources("AWS::IAM::Role").flatMap((resource) => {
    const name = resolver.getName(resource.logicalId);
    return roleNames.has(name) ? [readRole(resource, name, listAttached(name))] : [];
  });

  const resourcePolicies = new Map<string, Statement[]>();
  const add = (arn: string, statements: Statement[]) =>
    resourcePolicies.set(arn, [...(resourcePolicies.get(arn) ?? []), ...statements]);
  for (const resource of resolver.listResources("AWS::S3::BucketPolicy")) {
    const { Bucket, PolicyDocument: document } = parseProperties(resource, BucketPolicyProperties);
    add(objectArn(Bucket), parseStatements(resource.logicalId, document));
  }
  for (const resource of resolver.listResources("AWS::SQS::QueuePolicy")) {
    const { Queues, PolicyDocument: document } = parseProperties(resource, QueuePolicyProperties);
    for (const url of Queues) add(queueArn(queueOfUrl(url)), parseStatements(resource.logicalId, document));
  }
  return { roles, resourcePolicies };
}
