import type { IncomingMessage, ServerResponse } from "node:http";
import { objectArn } from "#local/template/names.ts";
import { authorize, type S3Call, type S3Context, type S3Handler, sendXml } from "./context.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import { accessDenied, notImplemented, S3Error } from "./errors.ts";
import { getObject } from "./get-object.ts";
import { listObjects } from "./list-objects.ts";
import { postObject } from "./post-object.ts";
import { copyObject, putObject } from "./put-object.ts";
import { getHeader, queryValue, readRequest, type S3Request } from "./request.ts";
import { verifySignature } from "./signature.ts";
import { renderDocument, renderElement } from "./xml.ts";

/** Subresources that the stand-in doesn't support, which must not be mistaken for plain requests. */
const UNSUPPORTED =
  /^(?:uploads?|uploadId|partNumber|acl|tagging|versionId|versions|policy|lifecycle|retention|torrent|select|attributes)$/i;

/** Authorizes and routes a request; buckets are private, so that every request needs a signature. */
export async function route(incoming: IncomingMessage, response: ServerResponse, context: S3Context): Promise<void> {
  const request = readRequest(incoming);
  const cors = context.buckets.findCors(request.bucket) ?? [];
  if (request.method === "OPTIONS") return answerPreflight(request, response, cors);
  allowOrigin(request, response, cors);
  const isForm = request.method === "POST" && getHeader(request, "content-type")?.startsWith("multipart/form-data");
  const signer = isForm ? {} : verifySignature(request, context.now(), context.access);
  if (request.bucket !== "") context.buckets.check(request.bucket);
  const handler = isForm ? postObject : selectHandler(request);
  await handler(request, response, { ...context, signer }).catch((error: unknown) => {
    throw error instanceof S3Error && error.code === "NoSuchKey"
      ? replaceMissingError(error, request, { ...context, signer })
      : error;
  });
}

function selectHandler(request: S3Request): S3Handler {
  const { method, bucket, key, query } = request;
  const lacking = query.find(([name]) => UNSUPPORTED.test(name))?.[0];
  if (lacking) throw notImplemented(`The S3 stand-in has no ${lacking}`);
  if (bucket === "") return onService(method);
  return key === "" ? onBucket(request) : onObject(request);
}

function onService(method: string): S3Handler {
  if (method === "GET") return listBuckets;
  throw methodNotAllowed();
}

function onBucket(request: S3Request): S3Handler {
  const { method } = request;
  if (method === "GET") return listObjects;
  if (method === "HEAD") return headBucket;
  if (method === "POST" && queryValue(request, "delete") !== undefined) return deleteObjects;
  if (method === "PUT" || method === "DELETE") throw notImplemented("The template makes the laptop's buckets");
  throw methodNotAllowed();
}

function onObject(request: S3Request): S3Handler {
  const { method } = request;
  if (method === "GET" || method === "HEAD") return getObject;
  if (method === "DELETE") return deleteObject;
  if (method === "PUT") return getHeader(request, "x-amz-copy-source") ? copyObject : putObject;
  throw methodNotAllowed();
}

/** Only who may list a bucket learns that it lacks an object. */
function replaceMissingError(error: S3Error, { bucket }: S3Request, call: S3Call): S3Error {
  const refusal = call.access.findRefusal(call.signer, [{ action: "s3:ListBucket", resource: objectArn(bucket) }]);
  return refusal ? accessDenied(refusal.message) : error;
}

const headBucket: S3Handler = async ({ bucket }, response, call) => {
  authorize(call, { action: "s3:ListBucket", resource: objectArn(bucket) });
  response.writeHead(200).end();
};

const listBuckets: S3Handler = async (_request, response, call) => {
  const { buckets } = call;
  authorize(call, { action: "s3:ListAllMyBuckets", resource: "*" });
  const list = buckets.names().map((name) => `<Bucket>${renderElement("Name", name)}</Bucket>`);
  sendXml(response, 200, renderDocument("ListAllMyBucketsResult", [`<Buckets>${list.join("")}</Buckets>`]));
};

const methodNotAllowed = () =>
  new S3Error("MethodNotAllowed", 405, "The specified method is not allowed against this resource.");
