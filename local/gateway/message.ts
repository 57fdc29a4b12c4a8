import type { Readable } from "node:stream";

/** A request as CloudFront and API Gateway see it. */
export interface EdgeRequest {
  method: string;
  /** As sent, percent-encoded, without the query. */
  path: string;
  /** As sent, without the question mark. */
  query: string;
  /** Lower-case names; repeated headers joined by commas, cookies by semicolons. */
  headers: Record<string, string>;
  sourceIp: string;
  /** The whole body; fails with BodyTooLarge past the limit in bytes. */
  readBody(limit: number): Promise<Buffer>;
}

export interface EdgeResponse {
  status: number;
  headers: Record<string, string>;
  /** Values of set-cookie, which can't be joined. */
  cookies: string[];
  body: Buffer | Readable;
}

/** API Gateway's own answers look like this. */
export const message = (status: number, text: string, headers: Record<string, string> = {}): EdgeResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message: text })),
});
