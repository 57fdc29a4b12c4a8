import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { PAGE_FILES } from "#shared/pages.ts";
import { compressResponse } from "../platform/runtime/compress.ts";
import { fail } from "../platform/runtime/failure.ts";
import { refuse } from "../platform/runtime/handle.ts";
import { answerPage, type BuiltPages } from "./answer-page.ts";
import { openPageServices, type PageServices } from "./services.ts";
import { serveCrawlerFile } from "./sitemap.ts";

let opened: { readonly services: PageServices; readonly pages: BuiltPages } | undefined;

/** Lambda sets the directory of the function's files. */
function openPages({ LAMBDA_TASK_ROOT = "" } = process.env) {
  const readFile = (name: string) => readFileSync(join(LAMBDA_TASK_ROOT, name), "utf8");
  return {
    services: openPageServices(process.env),
    pages: { template: readFile(PAGE_FILES.template), plain: readFile(PAGE_FILES.plain) },
  };
}

/** Public pages as HTML, and the files for search engines. */
export async function handler(
  event: APIGatewayProxyEventV2,
  context: Context,
): Promise<APIGatewayProxyStructuredResultV2> {
  opened ??= openPages();
  const { services, pages } = opened;
  services.log.addContext(context);
  if (services.fromEdge && !(await services.fromEdge(event.headers))) return refuse(fail("forbidden"));
  const { rawPath, rawQueryString } = event;
  const answer =
    (await serveCrawlerFile(rawPath, services)) ??
    (await answerPage({ path: rawPath, query: rawQueryString }, pages, services));
  return compressResponse(event, answer);
}
