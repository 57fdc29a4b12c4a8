import { collectReferences } from "./order.ts";
import type { Resource, Template } from "./template-file.ts";

const NESTED_STACK = "AWS::CloudFormation::Stack";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The expression with what `given` has in the place of each reference of that name. */
function substitute(expression: unknown, given: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(expression)) return expression.map((part) => substitute(part, given));
  if (!isRecord(expression)) return expression;
  const { Ref } = expression;
  if (typeof Ref === "string" && Object.hasOwn(given, Ref)) return given[Ref];
  return Object.fromEntries(Object.entries(expression).map(([key, value]) => [key, substitute(value, given)]));
}

/** Key under which the CDK uploads a nested stack's template: the end of its address. */
function getTemplateKey(id: string, { TemplateURL }: Readonly<Record<string, unknown>>): string {
  const key = /([\w.-]+\.json)"/.exec(JSON.stringify(TemplateURL) ?? "")?.[1];
  if (!key) throw new Error(`${id}: the template of a nested stack has to be an asset`);
  return key;
}

/**
 * Merges the resources of nested stacks into the template and replaces their parameters by the given values. Keeps
 * CloudFormation's order: they start after all dependencies of their stack, and dependants of the stack wait for each
 * of them.
 */
export function withNested<T extends Pick<Template, "Resources">>(template: T, read: (key: string) => T): T {
  const resources: Record<string, Resource> = {};
  const add = (id: string, resource: Resource) => {
    if (id in resources) throw new Error(`${id} is a resource of two stacks; the laptop runs them as one`);
    resources[id] = resource;
  };
  for (const [id, resource] of Object.entries(template.Resources)) {
    const { Type, Properties = {}, DependsOn = [] } = resource;
    if (Type !== NESTED_STACK) {
      add(id, resource);
      continue;
    }
    const nested = withNested(read(getTemplateKey(id, Properties)), read);
    if ("Conditions" in nested || "Mappings" in nested || "Outputs" in nested) {
      throw new Error(`${id}: the laptop's nested stacks have parameters and resources only`);
    }
    const given = (Properties.Parameters ?? {}) as Record<string, unknown>;
    const before = [...collectReferences(given), ...[DependsOn].flat()].filter((name) => name in template.Resources);
    for (const [nestedId, inner] of Object.entries(nested.Resources)) {
      add(nestedId, {
        ...inner,
        Properties: substitute(inner.Properties ?? {}, given) as Record<string, unknown>,
        DependsOn: [...new Set([...before, ...[inner.DependsOn ?? []].flat()])],
      });
    }
    add(id, { Type, DependsOn: Object.keys(nested.Resources) });
  }
  return { ...template, Resources: resources };
}
