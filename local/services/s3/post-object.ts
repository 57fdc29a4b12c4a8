import type { ServerResponse } from "node:http";
import { objectArn } from "#local/template/names.ts";
import { readChunks } from "../http-server.ts";
import { authorize, quoteEtag, type S3Handler, sendXml } from "./context.ts";
import { accessDenied, invalidArgument, S3Error } from "./errors.ts";
import { readForm } from "./form.ts";
import { checkPolicy, type LengthRange } from "./policy.ts";
import { describe } from "./put-object.ts";
import { encode, getHeader, type S3Request } from "./request.ts";
import { verifyPolicySignature } from "./signature.ts";
import type { StoredObject } from "./store.ts";
import { renderDocument } from "./xml.ts";

/** A presigned POST upload; the policy is checked before the file is read. */
export const postObject: S3Handler = async (request, response, call) => {
  const { store, now, created, access } = call;
  const { fields: list, file } = await readForm(readChunks(request.incoming), getHeader(request, "content-type") ?? "");
  const sent = new Map(list.map(({ name, value }) => [name.toLowerCase(), value]));
  if (!file) throw invalidArgument("POST requires exactly one file upload per request.");
  const policy = sent.get("policy");
  if (!policy) throw accessDenied();
  const field = sent.get("key");
  if (!field) throw invalidArgument("Bucket POST must contain a field named 'key'.");
  const key = field.replace(/\$\{filename\}/g, () => file.filename);
  const fields = new Map([["bucket", request.bucket], ...sent, ["key", key]] as const);
  if (fields.get("bucket") !== request.bucket) throw accessDenied();
  const signer = verifyPolicySignature((name) => sent.get(name), policy, access);
  const range = checkPolicy(policy, fields, now());
  authorize({ ...call, signer }, { action: "s3:PutObject", resource: objectArn(request.bucket, key) });
  const written = await store.write(limitLength(file.chunks, range));
  const stored = await store.commit({ bucket: request.bucket, key, ...describe(sent) }, written, undefined);
  answer(request, response, stored, sent);
  created(stored);
};

async function* limitLength(chunks: AsyncIterable<Buffer>, { min, max }: LengthRange): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > max) {
      throw new S3Error("EntityTooLarge", 400, "Your proposed upload exceeds the maximum allowed size");
    }
    yield chunk;
  }
  if (size < min) {
    throw new S3Error("EntityTooSmall", 400, "Your proposed upload is smaller than the minimum allowed size");
  }
}

function answer(request: S3Request, response: ServerResponse, stored: StoredObject, sent: Map<string, string>): void {
  const { bucket, key } = stored;
  const etag = quoteEtag(stored.etag);
  const location = `http://${getHeader(request, "host")}/${bucket}/${encode(key).replaceAll("%2F", "/")}`;
  response.setHeader("etag", etag);
  const redirect = sent.get("success_action_redirect");
  if (redirect && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag })) target.searchParams.set(name, value);
    response.writeHead(303, { location: target.href, "content-length": 0 }).end();
    return;
  }
  response.setHeader("location", location);
  const status = sent.get("success_action_status");
  if (status === "201") {
    const body = renderDocument("PostResponse", [
      ["Location", location],
      ["Bucket", bucket],
      ["Key", key],
      ["ETag", etag],
    ]);
    sendXml(response, 201, body);
  } else if (status === "200") response.writeHead(200, { "content-length": 0 }).end();
  else response.writeHead(204).end();
}
