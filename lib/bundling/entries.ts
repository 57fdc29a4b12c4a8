import { join, parse } from "node:path";
import { FUNCTIONS, type FunctionDeclaration } from "#lambdas/functions.ts";
import type { Permission } from "#lambdas/platform/runtime/environment.ts";

export const PROJECT = join(import.meta.dirname, "../..");

const declarations: Readonly<Record<string, FunctionDeclaration>> = FUNCTIONS;

/** Source of every function by its name, relative to the project. */
export const entryPoints = (): Record<string, string> =>
  Object.fromEntries(Object.entries(declarations).map(([name, { source }]) => [name, `lambdas/${source}`]));

/** Sources of the modules that functions import dynamically, by `<function>/<module>`. */
export const onDemandEntries = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(declarations).flatMap(([name, { onDemand = [] }]) =>
      onDemand.map((source) => [`${name}/${parse(source).name}`, `lambdas/${source}`]),
    ),
  );

/** Files of packages that a function reads, as patterns below `node_modules`. */
export const getPackageFiles = (name: string): readonly string[] => declarations[name]?.packageFiles ?? [];

/** A function's permissions; none for a function of a test's own contract. */
export const getPermissions = (name: string): readonly Permission[] => declarations[name]?.permissions ?? [];

/** Consumers of the table's stream with their filter patterns. */
export const streamConsumers = (): readonly { readonly name: string; readonly patterns: readonly object[] }[] =>
  Object.entries(declarations).flatMap(([name, { stream }]) => (stream ? [{ name, patterns: stream }] : []));
