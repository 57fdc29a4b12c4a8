import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { withNested } from "./nested.ts";
import { Template } from "./template-file.ts";

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});

const AssetManifest = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.optional(z.string()), packaging: z.optional(z.string()) }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/** One synthesized stack, with the stacks that it nests and the folders of its assets. */
export interface Assembly {
  stackName: string;
  template: Template;
  /** Absolute folder or file of the asset that CDK uploads under this object key. */
  assetPath(objectKey: string): string | undefined;
}

function readJson<S extends z.ZodMiniType>(path: string, schema: S): z.infer<S> {
  try {
    return z.parse(schema, JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path} isn't what cdk synth writes: ${error instanceof Error ? error.message : error}`);
  }
}

const readArtifacts = (cdkOut: string) => readJson(join(cdkOut, "manifest.json"), Manifest).artifacts;

/** Path in the cdk.out folder of the asset that is uploaded under an object key, in any stack. */
export function readAssets(cdkOut: string): Assembly["assetPath"] {
  const paths = new Map<string, string>();
  for (const { type, properties: asset } of Object.values(readArtifacts(cdkOut))) {
    if (type !== "cdk:asset-manifest" || typeof asset?.file !== "string") continue;
    for (const file of Object.values(readJson(join(cdkOut, asset.file), AssetManifest).files)) {
      if (!file.source.path) continue;
      for (const { objectKey } of Object.values(file.destinations)) {
        paths.set(basename(objectKey), join(cdkOut, file.source.path));
      }
    }
  }
  return (objectKey) => paths.get(basename(objectKey));
}

/** Reads the one stack of a cdk.out folder. Fails when the folder holds no stack, or several. */
export function readAssembly(cdkOut: string): Assembly {
  const artifacts = readArtifacts(cdkOut);
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === "aws:cloudformation:stack");
  const [stack] = stacks;
  if (!stack || stacks.length > 1)
    throw new Error(`${cdkOut} holds ${stacks.length} stacks; the laptop runs exactly one`);

  const [id, { properties }] = stack;
  const assetPath = readAssets(cdkOut);
  const own = readJson(join(cdkOut, String(properties?.templateFile ?? `${id}.template.json`)), Template);
  return {
    stackName: typeof properties?.stackName === "string" ? properties.stackName : id,
    template: withNested(own, (key) => readJson(assetPath(key) ?? join(cdkOut, key), Template)),
    assetPath,
  };
}
