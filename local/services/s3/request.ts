import type { IncomingMessage } from "node:http";
import { S3Error } from "./errors.ts";

/** A path-style request: bucket and key decoded, `query` in the order sent. */
export type S3Request = {
  incoming: IncomingMessage;
  method: string;
  /** Decoded, with its leading slash. */
  path: string;
  bucket: string;
  key: string;
  query: readonly (readonly [name: string, value: string])[];
};

export function readRequest(incoming: IncomingMessage): S3Request {
  const [rawPath = "/", ...rest] = (incoming.url ?? "/").split("?");
  const path = decode(rawPath);
  const [, bucket = "", key = ""] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  const query = rest
    .join("?")
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [decode(name), decode(value.join("="))] as const;
    });
  return { incoming, method: incoming.method ?? "GET", path, bucket, key, query };
}

export const queryValue = ({ query }: S3Request, name: string): string | undefined =>
  query.find(([found]) => found === name)?.[1];

/** A header as one string; Node joins most repeated ones itself. */
export function getHeader({ incoming }: S3Request, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(",") : value;
}

/** Percent-encodes everything but letters, digits and `-._~`, as in signatures and listings. */
export const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidURI", 400, "Couldn't parse the specified URI.");
  }
}
