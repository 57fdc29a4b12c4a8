import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Entity } from "dynamodb-toolbox/entity";
import { MarketplaceTable } from "#lambdas/platform/table/marketplace-table.ts";

const PROJECT = join(import.meta.dirname, "../..");

export interface DocumentedEntity {
  readonly entity: Entity;
  /** The first sentence of its comment. */
  readonly description: string;
  /** From the project's root. */
  readonly path: string;
}

/** A declaration with the comment above it, which may be missing. */
const DECLARATION = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?(?:export )?const (\w+) = new Entity\(/g;

const toFirstSentence = (comment: string) =>
  comment
    .replace(/\n? \* ?/g, " ")
    .trim()
    .split(/(?<=\.)\s/)[0] ?? "";

async function loadFile(path: string): Promise<DocumentedEntity[]> {
  const declarations = [...readFileSync(join(PROJECT, path), "utf8").matchAll(DECLARATION)];
  if (declarations.length === 0) return [];
  const module: Readonly<Record<string, unknown>> = await import(join(PROJECT, path));
  return declarations.map(([, comment = "", name = ""]) => {
    const entity = module[name];
    if (!(entity instanceof Entity)) throw new Error(`${path} doesn't export ${name}`);
    const description = toFirstSentence(comment);
    if (!description) throw new Error(`${name} needs a comment that says what it is`);
    return { entity, description, path };
  });
}

/** Entities of the marketplace's table. */
export async function loadEntities() {
  const files = globSync("lambdas/**/*.ts", { cwd: PROJECT }).map((path) => path.replaceAll("\\", "/"));
  const loaded = await Promise.all(files.map(loadFile));
  return loaded.flat().filter(({ entity }) => entity.table === MarketplaceTable);
}
