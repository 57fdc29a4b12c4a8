import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOGUE, SEARCHES } from "./catalogue.ts";
import type { Postgres } from "./postgres.ts";
import { ended, familyOf, freePort, install, runNode, type Server, stop } from "./server.ts";

const PROGRAM = join(import.meta.dirname, "vendure-server.ts");

/** Fields of a card, as Vendure's documents ask for them: by the index of its search, with a term or without. */
const CARDS = `query ($input: SearchInput!) { search(input: $input) { totalItems items {
  productId productName slug description currencyCode productAsset { id preview }
  priceWithTax { ... on SinglePrice { value } ... on PriceRange { min max } } } } }`;

const PRODUCT = `query ($slug: String!) { product(slug: $slug) { id name slug description
  featuredAsset { id preview } assets { id preview }
  variants { id name sku priceWithTax currencyCode stockLevel featuredAsset { id preview } }
  collections { id name slug } facetValues { id name } } }`;

const query = (text: string, variables: object) => ({ path: "/shop-api", body: { query: text, variables } });
const page = { groupByProduct: true, take: 20 };

export async function startVendure(postgres: Postgres): Promise<Server> {
  const { folder, version } = install("vendure", "@vendure/core");
  const port = await freePort();
  const env = { API_PORT: String(port), DATABASE_URL: postgres.urlOf("vendure"), VENDURE_DISABLE_TELEMETRY: "true" };
  const filled = join(folder, `filled-${version}`);
  if (!existsSync(filled)) {
    console.error("Filling Vendure, once");
    await postgres.recreate("vendure");
    await ended(runNode([PROGRAM, "--fill"], folder, env));
    writeFileSync(filled, "");
  }
  const child = runNode([PROGRAM], folder, env);
  return {
    origin: `http://127.0.0.1:${port}`,
    rows: { [`Vendure ${version}`]: () => familyOf(child.pid) },
    database: postgres,
    calls: {
      list: () => query(CARDS, { input: { ...page, sort: { name: "ASC" } } }),
      detail: (nth) => query(PRODUCT, { slug: CATALOGUE[nth % CATALOGUE.length]?.handle }),
      search: (nth) => query(CARDS, { input: { ...page, term: SEARCHES[nth % SEARCHES.length] } }),
    },
    stop: () => stop(child),
  };
}
