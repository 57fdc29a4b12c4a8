import * as z from "zod/mini";
import { PolicyDocument, type Statement, statementsOf } from "#local/access/policy.ts";
import { objectArn, queueArn, queueOfUrl } from "./names.ts";
import { propertiesOf } from "./read.ts";
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

/** Throws for a managed policy or a boundary, whose text the template doesn't hold. */
function readRole(resource: ResolvedResource, name: string, attached: Statement[]): RoleSpec {
  const { logicalId } = resource;
  const role = propertiesOf(resource, RoleProperties);
  if (role.ManagedPolicyArns?.length || role.PermissionsBoundary) {
    throw new Error(
      `${logicalId}: the laptop can't judge managed policies or boundaries, which aren't in the template`,
    );
  }
  const inline = (role.Policies ?? []).flatMap((policy) => statementsOf(logicalId, policy.PolicyDocument));
  return {
    name,
    trust: statementsOf(logicalId, role.AssumeRolePolicyDocument),
    statements: [...inline, ...attached],
  };
}

/** The roles of these names with their policies, and the policies of buckets and queues. */
export function readAccess(resolver: Resolver, roleNames: ReadonlySet<string>): AccessSpec {
  const attached = resolver
    .resourcesOf("AWS::IAM::Policy", "AWS::IAM::ManagedPolicy")
    .map((resource) => ({ logicalId: resource.logicalId, ...propertiesOf(resource, AttachedProperties) }));
  const attachedTo = (name: string) =>
    attached
      .filter(({ Roles }) => Roles?.includes(name))
      .flatMap(({ logicalId, PolicyDocument: document }) => statementsOf(logicalId, document));
  const roles = resolver.resourcesOf("AWS::IAM::Role").flatMap((resource) => {
    const name = resolver.nameOf(resource.logicalId);
    return roleNames.has(name) ? [readRole(resource, name, attachedTo(name))] : [];
  });

  const resourcePolicies = new Map<string, Statement[]>();
  const add = (arn: string, statements: Statement[]) =>
    resourcePolicies.set(arn, [...(resourcePolicies.get(arn) ?? []), ...statements]);
  for (const resource of resolver.resourcesOf("AWS::S3::BucketPolicy")) {
    const { Bucket, PolicyDocument: document } = propertiesOf(resource, BucketPolicyProperties);
    add(objectArn(Bucket), statementsOf(resource.logicalId, document));
  }
  for (const resource of resolver.resourcesOf("AWS::SQS::QueuePolicy")) {
    const { Queues, PolicyDocument: document } = propertiesOf(resource, QueuePolicyProperties);
    for (const url of Queues) add(queueArn(queueOfUrl(url)), statementsOf(resource.logicalId, document));
  }
  return { roles, resourcePolicies };
}
