import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import type { DeploymentSpec } from "#local/template/buckets.ts";
import { contentTypeOf } from "./content-type.ts";

interface SiteFile {
  key: string;
  content: Buffer;
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile());

/** CDK writes values it can't know as markers; the deployment puts the real ones in their place. */
function withMarkers(content: Buffer, markers: Record<string, string>, escapesJson: boolean): Buffer {
  const entries = Object.entries(markers);
  if (!entries.length) return content;
  const text = entries.reduce(
    (rest, [marker, value]) => rest.replaceAll(marker, escapesJson ? JSON.stringify(value).slice(1, -1) : value),
    content.toString("utf8"),
  );
  return Buffer.from(text);
}

/** The patterns of `aws s3 sync`, where an asterisk stands for folders too. */
function matches(path: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(path);
}

const isIncluded = ({ include, exclude }: DeploymentSpec, path: string) =>
  !exclude.some((pattern) => matches(path, pattern)) || include.some((pattern) => matches(path, pattern));

/** The files of a deployment with the keys they get; a later source wins over an earlier one. */
function filesOf(deployment: DeploymentSpec): SiteFile[] {
  const files = new Map<string, Buffer>();
  for (const { dir, markers, escapesJson } of deployment.sources) {
    for (const path of filesIn(dir)) {
      const name = relative(dir, path).split(sep).join("/");
      if (!isIncluded(deployment, name)) continue;
      files.set(deployment.prefix + name, withMarkers(readFileSync(path), markers, escapesJson));
    }
  }
  return [...files].map(([key, content]) => ({ key, content }));
}

const fingerprintOf = (deployment: DeploymentSpec, files: SiteFile[]) => {
  const hash = createHash("sha256").update(JSON.stringify([deployment.bucket, deployment.prefix, deployment.metadata]));
  for (const { key, content } of files) hash.update(key).update(content);
  return hash.digest("hex");
};

/** Copies what CDK's BucketDeployment would copy; `done` remembers fingerprints so that a restart copies nothing twice. */
export async function deploy(
  deployments: DeploymentSpec[],
  connect: () => Promise<S3Client>,
  done: { has(fingerprint: string): boolean; add(fingerprint: string): void },
): Promise<void> {
  const pending = deployments
    .map((deployment) => ({ deployment, files: filesOf(deployment) }))
    .map((each) => ({ ...each, fingerprint: fingerprintOf(each.deployment, each.files) }))
    .filter(({ fingerprint }) => !done.has(fingerprint));
  if (!pending.length) return;

  const client = await connect();
  const kept = new Set(
    deployments.flatMap((deployment) => filesOf(deployment).map(({ key }) => `${deployment.bucket}/${key}`)),
  );
  for (const { deployment, files, fingerprint } of pending) {
    await copy(client, deployment, files);
    if (deployment.prune) await prune(client, deployment, kept);
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
        ContentType: metadata["content-type"] ?? contentTypeOf(key),
        CacheControl: metadata["cache-control"],
        ContentEncoding: metadata["content-encoding"],
      }),
    );
  }
}

async function prune(client: S3Client, { bucket, prefix }: DeploymentSpec, kept: Set<string>) {
  const { DeleteObjectCommand, paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key } of page.Contents ?? []) {
      if (Key && !kept.has(`${bucket}/${Key}`)) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    }
  }
}
