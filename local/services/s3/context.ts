import type { ServerResponse } from "node:http";
import type { Buckets } from "./buckets.ts";
import type { S3Request } from "./request.ts";
import type { ObjectStore, StoredObject } from "./store.ts";

export type S3Context = {
  store: ObjectStore;
  buckets: Buckets;
  now(): Date;
  /** Reports a created object; a failing listener doesn't fail the request. */
  created(object: StoredObject): void;
};

export type S3Handler = (request: S3Request, response: ServerResponse, context: S3Context) => Promise<void>;

export const quoted = (etag: string): string => `"${etag}"`;

export function sendXml(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) })
    .end(body);
}
