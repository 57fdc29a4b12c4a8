import { objectArn } from "#local/template/names.ts";
import { authorize, quoteEtag, type S3Handler, sendXml } from "./context.ts";
import { invalidArgument, notImplemented } from "./errors.ts";
import { encode, queryValue } from "./request.ts";
import type { ObjectStore, StoredObject } from "./store.ts";
import { renderDocument, renderElement } from "./xml.ts";

const MAX_KEYS = 1_000;

type Listing = { bucket: string; prefix: string; delimiter: string; after: string; limit: number };
type Page = { objects: StoredObject[]; prefixes: string[]; next?: string };

export const listObjects: S3Handler = async (request, response, call) => {
  const { store } = call;
  authorize(call, { action: "s3:ListBucket", resource: objectArn(request.bucket) });
  if (queryValue(request, "list-type") !== "2")
    throw notImplemented("The S3 stand-in lists objects by ListObjectsV2 only");
  const value = (name: string) => queryValue(request, name) ?? "";
  const token = value("continuation-token");
  const limit = value("max-keys") === "" ? MAX_KEYS : Number(value("max-keys"));
  if (!Number.isInteger(limit) || limit < 0) throw invalidArgument("max-keys must be a whole number");
  const listing: Listing = {
    bucket: request.bucket,
    prefix: value("prefix"),
    delimiter: value("delimiter"),
    after: token === "" ? value("start-after") : Buffer.from(token, "base64url").toString(),
    limit: Math.min(limit, MAX_KEYS),
  };
  const { objects, prefixes, next } = listPage(store, listing);
  const written =
    value("encoding-type") === "url" ? (key: string) => encode(key).replaceAll("%2F", "/") : (key: string) => key;
  const body = renderDocument("ListBucketResult", [
    ["Name", listing.bucket],
    ["Prefix", written(listing.prefix)],
    ["Delimiter", written(listing.delimiter)],
    ["MaxKeys", limit],
    ["KeyCount", objects.length + prefixes.length],
    ["IsTruncated", next !== undefined],
    ...(value("encoding-type") === "url" ? [renderElement("EncodingType", "url")] : []),
    ...(next === undefined ? [] : [renderElement("NextContinuationToken", Buffer.from(next).toString("base64url"))]),
    ...objects.map((object) => renderContents(object, written(object.key))),
    ...prefixes.map((prefix) => `<CommonPrefixes>${renderElement("Prefix", written(prefix))}</CommonPrefixes>`),
  ]);
  sendXml(response, 200, body);
};

/** A page of keys and, with a delimiter, of common prefixes; `next` is the last of either. */
function listPage(store: ObjectStore, { bucket, prefix, delimiter, after, limit }: Listing): Page {
  const page: Page = { objects: [], prefixes: [] };
  if (limit === 0) return page;
  let last = after;
  for (const object of store.from(bucket, bytesBefore(after, prefix) ? prefix : after)) {
    const { key } = object;
    if (!key.startsWith(prefix)) break;
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    const group = end < 0 ? undefined : key.slice(0, end + delimiter.length);
    if (key === last || group === last) continue;
    if (page.objects.length + page.prefixes.length === limit) return { ...page, next: last };
    if (group === undefined) page.objects.push(object);
    else page.prefixes.push(group);
    last = group ?? key;
  }
  return page;
}

const bytesBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

function renderContents({ size, etag, modified }: StoredObject, key: string): string {
  const fields = [
    renderElement("Key", key),
    renderElement("LastModified", new Date(modified).toISOString()),
    renderElement("ETag", quoteEtag(etag)),
    renderElement("Size", size),
    renderElement("StorageClass", "STANDARD"),
  ];
  return `<Contents>${fields.join("")}</Contents>`;
}
