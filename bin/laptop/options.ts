import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

export const PROJECT = join(import.meta.dirname, "../..");

export interface Options {
  stage: string;
  tax: boolean;
  /** The engine that answers searches, another that is kept up to date, and the URL of this home's indices on OpenSearch. */
  search: string;
  searchAlso: string | undefined;
  searchUrl: string | undefined;
  port: number;
  /** Folder of all local state. */
  home: string;
  fresh: boolean;
  seed: boolean;
  build: boolean;
}

const HELP = `npm start -- [options]
  --fresh           start with an empty state
  --no-seed         don't create the demo accounts and artwork
  --stage <name>    run another stage's stack, such as production (default: local)
  --tax             charge sales tax and VAT
  --search <engine> search with file or opensearch (default: opensearch if OPENSEARCH_URL is set)
  --search-also <engine>  keep this engine up to date too
  --no-build        use the existing build
PORT=<number>       the site's port (default: 3000); the services use the eight ports after it
OPENSEARCH_URL=<url> an OpenSearch node, such as http://127.0.0.1:9200
OCHRE_HOME=<folder> folder of the local state (default: .local)`;

/** The site's port. Throws if PORT isn't a valid port. */
function parsePort({ PORT }: NodeJS.ProcessEnv): number {
  const port = Number(PORT || 3000);
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_530;
  if (!isPort) throw new Error(`PORT must be an integer from 0 to 65530, got ${PORT}`);
  return port;
}

/** The node's URL with a path that begins the names of this home's indices, since several laptops may share a node. */
function toSearchUrl(nodeUrl: string, home: string) {
  const id = createHash("sha256").update(resolve(home)).digest("hex").slice(0, 8);
  return new URL(`/laptop-${id}-`, nodeUrl).href;
}

/** Parses the command line. Throws on an unknown option; returns undefined after printing the help. */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): Options | undefined {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      fresh: { type: "boolean", default: false },
      seed: { type: "boolean", default: true },
      build: { type: "boolean", default: true },
      stage: { type: "string", default: "local" },
      tax: { type: "boolean", default: false },
      search: { type: "string" },
      "search-also": { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return undefined;
  }
  const port = parsePort(environment);
  const { stage, tax, fresh, seed, build, "search-also": searchAlso } = values;
  const home = environment.OCHRE_HOME || join(PROJECT, ".local");
  const searchUrl = environment.OPENSEARCH_URL && toSearchUrl(environment.OPENSEARCH_URL, home);
  const search = values.search ?? (searchUrl ? "opensearch" : "file");
  if ([search, searchAlso].includes("opensearch") && !searchUrl) {
    throw new Error("opensearch needs a node: name its address as OPENSEARCH_URL, such as http://127.0.0.1:9200");
  }
  return { stage, tax, search, searchAlso, searchUrl, port, fresh, seed, build, home };
}
