import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  paginateScan,
  type WriteRequest,
} from "@aws-sdk/client-dynamodb";
import { type Cloud, startCloud } from "ochre-local";
import { LOCAL_CREDENTIALS } from "ochre-local/endpoints";
import { expect, test } from "vitest";
import { call, type DemoSession } from "#demo/client.ts";
import { upload, waitUntilReady } from "#demo/publish.ts";
import { signUp } from "#demo/sign-up.ts";
import { openApp } from "#lib/stacks/app.ts";
import { MarketplaceStack } from "#lib/stacks/marketplace-stack.ts";
import { getStage, type Stage } from "#lib/stacks/stages.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { freePort } from "#test/support/free-port.ts";
import { createPicture } from "#test/support/pictures.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const RESTORED = "ochre-restored";

/** The laptop's template, with the restored table. */
async function synthesize(restoredTable?: NonNullable<Stage["restoredTable"]>) {
  const outdir = await mkdtemp(join(tmpdir(), "ochre-restore-"));
  const app = openApp({ outdir, checks: false });
  const stage = { ...getStage("local"), ...(restoredTable ? { restoredTable } : {}) };
  const built = { functions: join(PROJECT, ".build/functions"), site: join(PROJECT, ".build/site") };
  new MarketplaceStack(app, { stage, built, onLaptop: true });
  app.synth();
  return outdir;
}

const person = (userUsername: string) => ({
  userName: "Some Person",
  userUsername,
  userEmail: `${userUsername}@restore.example`,
  userDescription: "",
  userCountry: "AT",
});

async function publish(session: DemoSession, artworkTitle: string) {
  const mediaId = await upload(session, "/api/artwork/media", artworkTitle, await createPicture());
  await waitUntilReady(session, mediaId, artworkTitle);
  const body = {
    ...{ artworkTitle, artworkVisibility: "visible", artworkAvailability: "available", mediaId },
    ...{ artworkType: "free", artworkLicense: "personal" },
  };
  const step = `publish ${artworkTitle}`;
  return (await session.call<{ artworkId: string }>({ step, method: "POST", path: "/api/artwork", body })).artworkId;
}

/** Titles that a search finds. */
async function find(origin: string, words: string) {
  const path = `/api/search?q=${encodeURIComponent(words)}`;
  const { items } = await call<{ items: { artworkTitle: string }[] }>(origin, { step: "search", method: "GET", path });
  return items.map(({ artworkTitle }) => artworkTitle).sort();
}

test("the site works again with a restored table, and index, counters and users match it", async () => {
  const port = await freePort();
  const home = await mkdtemp(join(tmpdir(), "ochre-restore-home-"));
  const ops = (line: string) => run(PROJECT, "bin/ops.ts", ...line.split(" "));
  process.env.PORT = String(port);
  let cloud: Cloud = await startCloud({ cdkOut: await synthesize(), home, port });
  atFileEnd(() => cloud.stop());
  const { origin } = cloud;
  const config: DynamoDBClientConfig = {
    endpoint: cloud.serviceUrls.dynamoDb,
    region: "us-east-1",
    credentials: LOCAL_CREDENTIALS,
  };
  const database = new DynamoDBClient(config);
  const [table] = cloud.system().tables.filter(({ StreamSpecification }) => StreamSpecification);
  if (!table) throw new Error("The stack has a table with a stream");

  const ada = await signUp(origin, person("ada.restore"), () => {});
  const lighthouse = await publish(ada, "Lighthouse before");
  await expect.poll(() => find(origin, "lighthouse")).toEqual(["Lighthouse before"]);
  const [cy, dee] = [
    await signUp(origin, person("cy.restore"), () => {}),
    await signUp(origin, person("dee.restore"), () => {}),
  ];
  const copied = await publish(ada, "Pier copied");
  await expect.poll(() => find(origin, "pier")).toEqual(["Pier copied"]);

  // The restored moment; later changes are lost, except in other stores.
  const moment = new Date().toISOString();
  const items = [];
  for await (const { Items = [] } of paginateScan({ client: database }, { TableName: table.name }))
    items.push(...Items);
  await signUp(origin, person("bo.restore"), () => {});
  await publish(ada, "Lighthouse afterwards");
  await expect.poll(() => find(origin, "lighthouse")).toEqual(["Lighthouse afterwards", "Lighthouse before"]);
  expect((await ops(`erase-user --user ${cy.userId}`)).code).toBe(0);
  expect((await ops(`block --user ${dee.userId} --reason … --rule …`)).code).toBe(0);
  expect((await ops(`takedown --link /artwork/${copied} --reason Copied --reporter 4711`)).code).toBe(0);
  await database.send(new DeleteTableCommand({ TableName: table.name }));

  // DynamoDB restores items and indexes, but neither the stream nor the TTL setting.
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = table;
  await database.send(
    new CreateTableCommand({
      ...{ TableName: RESTORED, BillingMode: "PAY_PER_REQUEST", AttributeDefinitions, KeySchema },
      GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map(({ IndexName, KeySchema: keys, Projection }) => ({
        ...{ IndexName, KeySchema: keys, Projection: Projection as { ProjectionType: "INCLUDE" } },
      })),
    }),
  );
  for (let at = 0; at < items.length; at += 25) {
    const puts: WriteRequest[] = items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await database.send(new BatchWriteItemCommand({ RequestItems: { [RESTORED]: puts } }));
  }
  const dry = await ops(`restore prepare --table ${RESTORED} --dry-run`);
  expect(dry.output).toContain(`${RESTORED}: would enable the stream`);
  const prepared = await ops(`restore prepare --table ${RESTORED}`);
  expect([prepared.code, prepared.output]).toEqual([0, expect.stringContaining(`${RESTORED}: enable time to live`)]);
  const { Table } = await database.send(new DescribeTableCommand({ TableName: RESTORED }));
  expect(prepared.output).toContain(
    `restoredTable: ${JSON.stringify({ name: RESTORED, streamArn: Table?.LatestStreamArn })}`,
  );

  await cloud.stop();
  const streamArn = Table?.LatestStreamArn ?? "";
  cloud = await startCloud({ cdkOut: await synthesize({ name: RESTORED, streamArn }), home, port });
  expect(cloud.system().tables.map(({ name }) => name)).not.toContain(table.name);

  const getStatus = async (path: string) => (await fetch(`${origin}${path}`)).status;
  const paths = ["/user/cy.restore", "/user/dee.restore", `/artwork/${copied}`];
  expect(await Promise.all(paths.map(getStatus))).toEqual([200, 200, 200]);
  expect((await ops("restore reconcile")).output).toContain("reconcile --since <time>");
  expect((await ops("restore reconcile --since yesterday")).output).toContain("--since yesterday isn't a time");
  const reconciled = await ops(`restore reconcile --since ${moment}`);
  expect([reconciled.code, reconciled.output]).toEqual([0, expect.stringContaining("Users deleted: 1.")]);
  expect(await find(origin, "lighthouse")).toEqual(["Lighthouse before"]);
  expect(reconciled.output).toContain(`${cy.userId} has no Cognito user`);
  expect(reconciled.output).toContain("npm run ops -- ledger check");
  expect(reconciled.output).toMatch(/Ended the sessions of \d+ accounts\./);
  const listed = [...reconciled.output.matchAll(/^\d{4}-.*Z {2}npm run ops -- (.*)$/gm)].map(([, line = ""]) => line);
  expect(listed).toEqual([
    `erase-user --user ${cy.userId}`,
    `block --user ${dee.userId} --reason … --rule …`,
    `takedown --link /artwork/${copied} --reason … --reporter …`,
  ]);
  for (const line of listed)
    expect({ line, ...(await ops(line)) }).toEqual({ line, code: 0, output: expect.any(String) });
  await expect.poll(() => Promise.all(paths.map(getStatus))).toEqual([404, 404, 404]);

  const page = await fetch(`${origin}/artwork/${lighthouse}`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Lighthouse before")]);
  const again = await signUp(origin, person("ada.restore"), () => {});
  expect(again.userId).toBe(ada.userId);
  await signUp(origin, person("bo.restore"), () => {});
  await publish(again, "Lighthouse reopened");
  await expect.poll(() => find(origin, "lighthouse")).toEqual(["Lighthouse before", "Lighthouse reopened"]);
});
