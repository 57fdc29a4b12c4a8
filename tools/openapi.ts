import { parseArgs } from "node:util";
import { openApiDocument } from "#lib/api-reference/document.ts";
import { apiReferencePage } from "#lib/api-reference/page.ts";

/** `npm run --silent openapi > openapi.json`; with `--page` the page that describes it, which leads to that file. `--server` says which stage it is of. */
const { values } = parseArgs({
  options: { page: { type: "boolean", default: false }, server: { type: "string", default: "http://localhost:3000" } },
});
const document = openApiDocument(values.server);
console.log(values.page ? apiReferencePage(document, "openapi.json") : JSON.stringify(document, undefined, 2));
