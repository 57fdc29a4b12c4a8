import { parseArgs } from "node:util";
import { openApiDocument } from "#lib/api-reference/document.ts";
import { apiReferencePage } from "#lib/api-reference/page.ts";

/** `npm run --silent openapi > openapi.json`; `--page` prints the HTML page that links to it; `--server` sets the stage's URL. */
const { values } = parseArgs({
  options: { page: { type: "boolean", default: false }, server: { type: "string", default: "http://localhost:3000" } },
});
const document = openApiDocument(values.server);
console.log(values.page ? apiReferencePage(document, "openapi.json") : JSON.stringify(document, undefined, 2));
