import type { Readable } from "node:stream";

/** A request to CloudFront or API Gateway. */
export interface EdgeRequest {
  method: string;
  /** Percent-encoded as sent, without the query. */
  path: string;
  /** The query as sent, without the question mark. */
  query: string;
  /** Lower-case names; repeated headers joined by commas, cookies by semicolons. */
  headers: Record<string, string>;
  sourceIp: string;
  /** When the function that answers believes it is; absent for now. */
  date?: Date;
  /** Reads the body; throws BodyTooLarge beyond `limit` bytes. */
  readBody(limit: number): Promise<Buffer>;
}

export interface EdgeResponse {
  status: number;
  headers: Record<string, string>;
  /** set-cookie values, which can't be joined. */
  cookies: string[];
  body: Buffer | Readable;
}

/** A response in the form of API Gateway's own. */
export const message = (status: number, text: string, headers: Record<string, string> = {}): EdgeResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message: text })),
});
