import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, Stack } from "aws-cdk-lib";
import type { Template } from "./quota-problems.ts";

/** The templates of an app's stacks and of those that they nest, by the names of their files. */
export function collectTemplates(app: App): ReadonlyMap<string, Template> {
  const { directory } = app.synth();
  return new Map(
    app.node
      .findAll()
      .filter(Stack.isStack)
      .map(({ templateFile }) => [
        templateFile,
        JSON.parse(readFileSync(join(directory, templateFile), "utf8")) as Template,
      ]),
  );
}
