import type { ServerResponse } from "node:http";
import type { Access, Signer } from "#local/access/access.ts";
import type { AuthorizationRequest } from "#local/access/evaluate.ts";
import type { Buckets } from "./buckets.ts";
import { accessDenied } from "./errors.ts";
import type { S3Request } from "./request.ts";
import type { ObjectStore, StoredObject } from "./store.ts";

export type S3Context = {
  store: ObjectStore;
  buckets: Buckets;
  now(): Date;
  access: Access;
  /** Reports a created object; a failing listener doesn't fail the request. */
  created(object: StoredObject): void;
};

/** A request whose signature is verified. */
export type S3Call = S3Context & { signer: Signer };

export type S3Handler = (request: S3Request, response: ServerResponse, call: S3Call) => Promise<void>;

/** Throws AccessDenied unless the signer's policies and the bucket's allow all. */
export function authorize({ access, signer }: S3Call, ...authorizations: AuthorizationRequest[]): void {
  const refusal = access.findRefusal(signer, authorizations);
  if (refusal) throw accessDenied(refusal.message);
}

export const quoteEtag = (etag: string): string => `"${etag}"`;

export function sendXml(response: ServerResponse, status: number, body: string): void {
  response
    .writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) })
    .end(body);
}
