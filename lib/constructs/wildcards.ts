import { Stack, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** A resource in cdk-nag's notation: `<Bucket.Arn>/uploads/*`. */
function toNagNotation(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const [[name, operand] = []] = Object.entries(value);
  if (name === "Ref") return `<${operand}>`;
  if (name === "Fn::GetAtt") return `<${operand.join(".")}>`;
  if (name === "Fn::Join") return operand[1].map(toNagNotation).join(operand[0]);
  throw new Error(`A wildcard with ${name} isn't supported`);
}

interface Wildcards {
  readonly actions?: readonly string[];
  readonly resources?: readonly string[];
}

/** Acknowledges, with a reason, cdk-nag's findings (IAM5) for these actions and for those of these resources with a wildcard. */
export function acknowledgeWildcards(scope: IConstruct, { actions = [], resources = [] }: Wildcards, reason: string) {
  const names = new Set(resources.map((resource) => toNagNotation(Stack.of(scope).resolve(resource))));
  const findings = [
    ...actions.map((action) => `Action::${action}`),
    ...[...names].filter((name) => name.includes("*")).map((name) => `Resource::${name}`),
  ];
  Validations.of(scope).acknowledge(...findings.map((finding) => ({ id: `AwsSolutions-IAM5[${finding}]`, reason })));
}
