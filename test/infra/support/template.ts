import type { Template } from "aws-cdk-lib/assertions";

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  readonly UpdatePolicy?: unknown;
}

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

export const listResources = (template: Template, type?: string) => {
  const { Resources } = template.toJSON() as { Resources: Record<string, Resource> };
  return Object.entries(Resources).filter(([, { Type }]) => !type || Type === type);
};

export const listed = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

/** Logical ids that a value refers to. */
export function collectReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectReferences);
  if (typeof value !== "object" || value === null) return [];
  const { Ref, "Fn::GetAtt": attribute } = value as { Ref?: string; "Fn::GetAtt"?: string[] };
  if (Ref) return [Ref];
  if (attribute?.[0]) return [attribute[0]];
  return Object.values(value).flatMap(collectReferences);
}

/** A resource as text: intrinsics become `<LogicalId>`. */
export function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { "Fn::Join": join, "Fn::Sub": sub } = value as { "Fn::Join"?: [string, unknown[]]; "Fn::Sub"?: string };
  if (join) return join[1].map(shown).join(join[0]);
  return (
    sub ??
    collectReferences(value)
      .map((id) => `<${id}>`)
      .join("")
  );
}

/** Aliases of functions, with what moves their calls to another version. */
export const listAliases = (template: Template) =>
  listResources(template, "AWS::Lambda::Alias").map(([id, resource]) => {
    const { FunctionName, FunctionVersion, Name } = resource.Properties;
    const [functionId = ""] = collectReferences(FunctionName);
    const [versionId = ""] = collectReferences(FunctionVersion);
    return { id, functionId, versionId, name: String(Name), updatePolicy: resource.UpdatePolicy };
  });

export interface TemplateFunction {
  readonly id: string;
  /** The name we gave it; absent for the CDK's own helpers. */
  readonly name: string | undefined;
  readonly environment: Readonly<Record<string, unknown>>;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly statements: readonly Statement[];
}

export function listFunctions(template: Template): TemplateFunction[] {
  return listResources(template, "AWS::Lambda::Function").map(([id, { Properties }]) => {
    const { Variables = {} } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    const [role] = collectReferences(Properties.Role);
    const name = Variables.POWERTOOLS_SERVICE_NAME as string | undefined;
    return { id, name, environment: Variables, properties: Properties, statements: listStatements(template, role) };
  });
}

/** The function of that name; a failed look-up is a failed test. */
export function functionNamed(template: Template, name: string): TemplateFunction {
  const found = listFunctions(template).find((fn) => fn.name === name);
  if (!found) throw new Error(`No function ${name}`);
  return found;
}

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Statement[] };
}

/** Statements of the policies that a role holds itself, and of those that are attached to it. */
function listStatements(template: Template, role: string | undefined): Statement[] {
  const own = listResources(template, "AWS::IAM::Role").filter(([id]) => id === role);
  const attached = listResources(template, "AWS::IAM::Policy").filter(([, { Properties }]) =>
    collectReferences(Properties.Roles).includes(String(role)),
  );
  return [
    ...own.flatMap(([, { Properties }]) => (Properties.Policies ?? []) as Policy[]),
    ...attached.map(([, { Properties }]) => Properties as unknown as Policy),
  ].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

export const listActions = ({ statements }: TemplateFunction) =>
  statements.flatMap(({ Action }) => listed(Action)).sort();
