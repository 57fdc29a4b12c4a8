import type { Template } from "./template-file.ts";

const SUBSTITUTED = /\$\{([^!}][^}.]*)(?:\.[^}]*)?\}/g;

/** Logical ids that an expression refers to by Ref, Fn::GetAtt or Fn::Sub; names of parameters may be among them. */
export function collectReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectReferences);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, argument]) => {
    if (key === "Ref") return [String(argument)];
    if (key === "Fn::GetAtt") return [String(Array.isArray(argument) ? argument[0] : String(argument).split(".")[0])];
    if (key !== "Fn::Sub") return collectReferences(argument);
    const [text, variables] = Array.isArray(argument) ? argument : [argument];
    const named = [...String(text).matchAll(SUBSTITUTED)].map(([, name = ""]) => name);
    return [...named, ...collectReferences(variables)];
  });
}

/** Each resource's direct dependencies: its references and DependsOn. */
export const collectDependencies = ({ Resources }: Pick<Template, "Resources">): Map<string, Set<string>> =>
  new Map(
    Object.entries(Resources).map(([id, { Properties, UpdatePolicy, DependsOn = [] }]) => {
      const named = [...collectReferences(Properties), ...collectReferences(UpdatePolicy), ...[DependsOn].flat()];
      return [id, new Set(named.filter((name) => name !== id && name in Resources))];
    }),
  );

/** Resources after their dependencies, otherwise in the template's order. Throws on a cycle, as CloudFormation does. */
export function creationOrder(template: Pick<Template, "Resources">): string[] {
  const dependencies = collectDependencies(template);
  const ordered = new Set<string>();
  const visit = (id: string, path: readonly string[]) => {
    if (ordered.has(id)) return;
    if (path.includes(id)) throw new Error(`Circular dependency between resources: ${[...path, id].join(" > ")}`);
    for (const needed of dependencies.get(id) ?? []) visit(needed, [...path, id]);
    ordered.add(id);
  };
  for (const id of dependencies.keys()) visit(id, []);
  return [...ordered];
}
