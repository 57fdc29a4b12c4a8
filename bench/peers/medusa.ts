import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SEARCHES } from "./catalogue.ts";
import type { Postgres } from "./postgres.ts";
import { ended, familyOf, freePort, install, runNode, type Server, stop } from "./server.ts";

const FILL = join(import.meta.dirname, "medusa-fill.ts");

/** Fields of a card: the price isn't among the standard ones. */
const CARD = "id,title,handle,description,thumbnail,variants.calculated_price";

export async function startMedusa(postgres: Postgres): Promise<Server> {
  const { folder, version } = install("medusa", "@medusajs/medusa");
  const port = await freePort();
  const env = {
    API_PORT: String(port),
    DATABASE_URL: postgres.urlOf("medusa"),
    MEDUSA_DISABLE_TELEMETRY: "true",
  };
  const medusa = (...args: string[]) =>
    runNode([join(folder, "node_modules/@medusajs/cli/cli.js"), ...args], folder, env);
  const filled = join(folder, `filled-${version}.json`);
  if (!existsSync(filled)) {
    console.error("Filling Medusa, once");
    await postgres.recreate("medusa");
    await ended(medusa("db:migrate"));
    await ended(medusa("exec", FILL, filled));
  }
  const { key, region, ids } = JSON.parse(readFileSync(filled, "utf8")) as {
    key: string;
    region: string;
    ids: string[];
  };
  const child = medusa("start", "--host", "127.0.0.1", "--port", String(port));
  const read = (path: string, query: Record<string, string>) => ({
    path: `/store/products${path}?${new URLSearchParams({ region_id: region, ...query })}`,
    headers: { "x-publishable-api-key": key },
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    rows: { [`Medusa ${version}`]: () => familyOf(child.pid) },
    database: postgres,
    calls: {
      list: () => read("", { limit: "20", fields: CARD }),
      detail: (nth) => read(`/${ids[nth % ids.length]}`, { fields: "*variants.calculated_price" }),
      search: (nth) => read("", { limit: "20", fields: CARD, q: SEARCHES[nth % SEARCHES.length] ?? "" }),
    },
    stop: () => stop(child),
  };
}
