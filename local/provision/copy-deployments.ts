import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import type { DeploymentSpec } from "#local/template/buckets.ts";
import { getContentType } from "./content-type.ts";

interface SiteFile {
  key: string;
  content: Buffer;
}

const listFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());

/** Replaces the markers that CDK writes for values known only at deployment. */
function replaceMarkers(content: Buffer, markers: Record<string, string>, escapesJson: boolean): Buffer {
  const entries = Object.entries(markers);
  if (!entries.length) return content;
  const text = entries.reduce(
    (rest, [marker, value]) => rest.replaceAll(marker, escapesJson ? JSON.stringify(value).slice(1, -1) : value),
    content.toString("utf8"),
  );
  return Buffer.from(text);
}

/** Matches like `aws s3 sync`, where `*` spans folders too. */
function matches(path: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(path);
}

const isIncluded = ({ include, exclude }: DeploymentSpec, path: string) =>
  !exclude.some((pattern) => matches(path, pattern)) || include.some((pattern) => matches(path, pattern));

/** The files of a deployment with their object keys; a later source overrides an earlier one. */
function collectFiles(deployment: DeploymentSpec): SiteFile[] {
  const files = new Map<string, Buffer>();
  for (const { dir, markers, escapesJson } of deployment.sources) {
    for (const path of listFiles(dir)) {
      const name = relative(dir, path).split(sep).join("/");
      if (!isIncluded(deployment, name)) continue;
      files.set(deployment.prefix + name, replaceMarkers(readFileSync(path), markers, escapesJson));
    }
  }
  return [...files].map(([key, content]) => ({ key, content }));
}

const computeFingerprint = (deployment: DeploymentSpec, files: SiteFile[]) => {
  const hash = createHash("sha256").update(JSON.stringify([deployment.bucket, deployment.prefix, deployment.metadata]));
  for (const { key, content } of files) hash.update(key).update(content);
  return hash.digest("hex");
};

/** Copies what CDK's BucketDeployment would copy, unless `done` has the deployment's fingerprint from an earlier start. */
export async function copyDeployments(
  deployments: DeploymentSpec[],
  connect: () => Promise<S3Client>,
  done: { has(fingerprint: string): boolean; add(fingerprint: string): void },
): Promise<void> {
  const pending = deployments
    .map((deployment) => ({ deployment, files: collectFiles(deployment) }))
    .map((each) => ({ ...each, fingerprint: computeFingerprint(each.deployment, each.files) }))
    .filter(({ fingerprint }) => !done.has(fingerprint));
  if (!pending.length) return;

  const client = await connect();
  const expectedKeys = new Set(
    deployments.flatMap((deployment) => collectFiles(deployment).map(({ key }) => `${deployment.bucket}/${key}`)),
  );
  for (const { deployment, files, fingerprint } of pending) {
    await copy(client, deployment, files);
    if (deployment.prune) await prune(client, deployment, expectedKeys);
    done.add(fingerprint);
  }
}

async function copy(client: S3Client, { bucket, metadata }: DeploymentSpec, files: SiteFile[]) {
  const { PutObjectCommand } = await import("@aws-sdk/client-s3");
  for (const { key, content } of files) {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: content,
        ContentType: metadata["content-type"] ?? getContentType(key),
        CacheControl: metadata["cache-control"],
        ContentEncoding: metadata["content-encoding"],
      }),
    );
  }
}

async function prune(client: S3Client, { bucket, prefix }: DeploymentSpec, expectedKeys: Set<string>) {
  const { DeleteObjectCommand, paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key } of page.Contents ?? []) {
      if (Key && !expectedKeys.has(`${bucket}/${Key}`))
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    }
  }
}
