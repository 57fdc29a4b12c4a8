import type { ServerResponse } from "node:http";
import { type Access, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { readBody } from "#local/services/http-server.ts";
import { listTexts, renderElement } from "#local/services/s3/xml.ts";
import { distributionArn } from "#local/template/names.ts";

const MAX_BATCH_BYTES = 1024 * 1024;
const CREATE = /^\/2020-05-31\/distribution\/([^/]+)\/invalidation$/;
/** CloudFront's limit of wildcard paths in progress. */
const MAX_WILDCARDS = 15;
/** How long an invalidation is in progress; minutes on AWS. */
const PROGRESS_MS = 2_000;
const NAMESPACE = 'xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"';

export interface InvalidationTarget {
  /** The distribution's id. */
  readonly id: string;
  /** Removes these paths from the edge cache. */
  drop(paths: readonly string[]): void;
}

interface Batch {
  readonly id: string;
  readonly paths: string;
  readonly ends: number;
  readonly wildcards: number;
}

/** CloudFront's CreateInvalidation with its errors. */
export function createInvalidationEndpoint(
  distribution: () => InvalidationTarget | undefined,
  access: Access = UNRESTRICTED,
  now = Date.now,
): ServiceHandler {
  const batches = new Map<string, Batch>();

  return async (request, response) => {
    const [, id] = CREATE.exec(request.url?.split("?")[0] ?? "") ?? [];
    if (request.method !== "POST" || !id) return false;
    const authorization = { action: "cloudfront:CreateInvalidation", resource: distributionArn(id) };
    const refusal = access.findRefusal(parseSigner(request.headers), [authorization]);
    if (refusal) {
      return refuse(
        response,
        403,
        refusal.kind === "denied" ? "AccessDenied" : "InvalidClientTokenId",
        refusal.message,
      );
    }
    const edge = distribution();
    if (edge?.id !== id)
      return refuse(response, 404, "NoSuchDistribution", "The specified distribution does not exist.");

    const xml = (await readBody(request, MAX_BATCH_BYTES)).toString("utf8");
    const paths = listTexts(xml, "Path");
    const [reference = ""] = listTexts(xml, "CallerReference");
    const isValid = paths.length > 0 && String(paths.length) === listTexts(xml, "Quantity")[0] && reference !== "";
    if (!isValid || !paths.every((path) => /^\/[^*]*\*?$/.test(path))) {
      return refuse(response, 400, "InvalidArgument", "Your request contains one or more invalid invalidation paths.");
    }
    const existing = batches.get(reference);
    if (existing && existing.paths !== paths.join("\n")) {
      return refuse(response, 400, "InvalidationBatchAlreadyExists", "The batch was sent before with other paths.");
    }
    if (existing) return accept(response, existing.id, xml);

    const wildcards = paths.filter((path) => path.endsWith("*")).length;
    const inProgress = [...batches.values()].filter(({ ends }) => ends > now());
    if (wildcards + inProgress.reduce((sum, batch) => sum + batch.wildcards, 0) > MAX_WILDCARDS) {
      return refuse(response, 400, "TooManyInvalidationsInProgress", "Processing your request will exceed the limit.");
    }
    const batch = { id: `I${batches.size + 1}`, paths: paths.join("\n"), ends: now() + PROGRESS_MS, wildcards };
    batches.set(reference, batch);
    edge.drop(paths);
    return accept(response, batch.id, xml);
  };
}

function refuse(response: ServerResponse, status: number, code: string, text: string) {
  const error = `<Error><Type>Sender</Type>${renderElement("Code", code)}${renderElement("Message", text)}</Error>`;
  response
    .writeHead(status, { "content-type": "text/xml" })
    .end(`<ErrorResponse ${NAMESPACE}>${error}<RequestId>laptop</RequestId></ErrorResponse>`);
  return true;
}

function accept(response: ServerResponse, id: string, batch: string) {
  const content = batch.slice(batch.indexOf("<CallerReference>"), batch.indexOf("</InvalidationBatch>"));
  const created = renderElement("CreateTime", new Date().toISOString());
  response
    .writeHead(201, { "content-type": "text/xml" })
    .end(
      `<Invalidation ${NAMESPACE}>${renderElement("Id", id)}<Status>InProgress</Status>${created}<InvalidationBatch>${content}</InvalidationBatch></Invalidation>`,
    );
  return true;
}
