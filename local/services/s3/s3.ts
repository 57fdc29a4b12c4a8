import { randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { type Access, UNRESTRICTED } from "#local/access/access.ts";
import { listen } from "../http-server.ts";
import { type CorsRule, openBuckets } from "./buckets.ts";
import type { S3Context } from "./context.ts";
import { quoteEtag } from "./context.ts";
import { errorBody, S3Error } from "./errors.ts";
import { route } from "./route.ts";
import { ObjectStore } from "./store.ts";

export type ObjectCreated = {
  bucket: string;
  key: string;
  /** Bytes. */
  size: number;
  /** Without quotes, as in S3's events. */
  etag: string;
  /** Upper-case hex that increases with every created object. */
  sequencer: string;
};

export type S3Options = {
  /** Folder of the objects; by default a temporary one, which `stop` deletes. */
  dir?: string;
  port?: number;
  onObjectCreated(event: ObjectCreated): void;
  /** The clock for the expiry of signatures and policies. */
  now?: () => Date;
  access?: Access;
};

export type ReadObject = {
  body: Readable;
  contentType: string;
  cacheControl?: string;
  contentEncoding?: string;
  /** Quoted, as in the header. */
  etag: string;
  size: number;
};

export type S3 = {
  url: string;
  /** Creates the bucket or updates its CORS rules and whether it sends events, which it does by default; its objects stay. */
  ensureBucket(bucket: { name: string; cors?: CorsRule[]; sendsEvents?: boolean }): Promise<void>;
  /** Reads an object without a signature, for CloudFront; the caller must consume or destroy the body. */
  readObject(bucket: string, key: string): Promise<ReadObject | undefined>;
  listBuckets(): string[];
  countObjects(bucket: string): number;
  stop(): Promise<void>;
};

/** A stand-in for S3 with private buckets, path-style URLs, verified signatures and upload policies. */
export async function startS3(options: S3Options): Promise<S3> {
  const { dir, port, onObjectCreated, now = () => new Date(), access = UNRESTRICTED } = options;
  const store = await ObjectStore.open(dir);
  const buckets = openBuckets(store);
  /** Buckets without an event configuration. */
  const silent = new Set<string>();
  const context: S3Context = {
    store,
    buckets,
    now,
    access,
    created: ({ bucket, key, size, etag, sequencer }) => {
      if (!silent.has(bucket)) setImmediate(onObjectCreated, { bucket, key, size, etag, sequencer });
    },
  };
  const server = await listen((request, response) => answer(request, response, context), port);
  return {
    url: server.url,
    ensureBucket: async ({ name, cors = [], sendsEvents = true }) => {
      if (sendsEvents) silent.delete(name);
      else silent.add(name);
      buckets.ensure(name, cors);
    },
    readObject: async (bucket, key) => {
      const object = store.find(bucket, key);
      if (!object) return undefined;
      const { headers, etag, size } = object;
      return {
        body: (await open(store.getPath(object))).createReadStream(),
        contentType: headers["content-type"] ?? "binary/octet-stream",
        cacheControl: headers["cache-control"],
        contentEncoding: headers["content-encoding"],
        etag: quoteEtag(etag),
        size,
      };
    },
    listBuckets: buckets.names,
    countObjects: (bucket) => store.count(bucket),
    stop: async () => {
      await server.stop();
      await store.close();
    },
  };
}

async function answer(incoming: IncomingMessage, response: ServerResponse, context: S3Context): Promise<void> {
  const requestId = randomUUID();
  response.setHeader("x-amz-request-id", requestId);
  response.setHeader("server", "AmazonS3");
  try {
    await route(incoming, response, context);
  } catch (error) {
    if (!(error instanceof S3Error) || response.headersSent) throw error;
    for (const name of response.getHeaderNames()) if (isOfTheObject(name)) response.removeHeader(name);
    const body = errorBody(error, requestId);
    response.writeHead(error.status, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) });
    response.end(incoming.method === "HEAD" ? undefined : body);
  }
}

const isOfTheObject = (name: string): boolean =>
  /^(?:x-amz-(?:meta|checksum)-|etag|last-modified|content-|cache-|expires)/.test(name);
