import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { EntityParser } from "dynamodb-toolbox/entity/actions/parse";
import { v7 as uuidv7 } from "uuid";
import { openStage } from "#bin/command/stage.ts";
import { ArtworkEntity } from "#lambdas/areas/artwork/artwork.entity.ts";
import { listKeys } from "#lambdas/areas/artwork/artwork-lists.ts";
import { shownKeys } from "#lambdas/areas/artwork/artwork-writes.ts";
import { ownerNamesOf } from "#lambdas/areas/artwork/cards.ts";
import { storedTexts } from "#lambdas/areas/artwork/stored-texts.ts";
import { newFolder } from "#lambdas/areas/media/preview-paths.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { CATALOGUE, SEARCHES } from "./catalogue.ts";
import { familyOf, KEPT, runNode, type Server, stop, until } from "./server.ts";

const PROJECT = join(import.meta.dirname, "../..");
const PORT = process.env.PORT ?? "4400";
const ORIGIN = `http://127.0.0.1:${PORT}`;

const ARTIST = { userId: uuidv7(), name: "bench_artist", fullName: "Some Artist" };
const ARTWORKS = CATALOGUE.map((product) => ({ ...product, artworkId: uuidv7() }));

function itemOf({ artworkId, title, tags, description, dollars }: (typeof ARTWORKS)[number]) {
  const ids = { artworkId, ownerId: ARTIST.userId };
  const picture = { width: 2400, height: 1800, bytes: 2_000_000, mime: "image/jpeg", sha256: "f".repeat(64) };
  return ArtworkEntity.build(EntityParser).parse({
    ...ids,
    ...picture,
    versionId: uuidv7(),
    ...ownerNamesOf(ARTIST),
    ownerAvatar: uuidv7(),
    ...storedTexts({ artworkTitle: title, artworkDescription: description }),
    tags: tags.split(" "),
    terms: "available commercial commercial included",
    personal: dollars,
    commercial: dollars,
    mediaId: uuidv7(),
    previewKey: newFolder({ isWide: true }),
    placeholder: Buffer.alloc(25, 7).toString("base64"),
    number: 1,
    ratingSum: 43,
    ratingCount: 10,
    visibility: "visible",
    ofOwner: listKeys.ofOwner(ARTIST.userId),
    ...shownKeys(ids),
  }).item;
}

/** DynamoDB's limit. */
const AT_ONCE = 25;

/** Puts the works past every handler, as pictures of a thousand uploads take an hour; the table's stream indexes them. */
async function fill() {
  const stage = await openStage(undefined);
  const table = stage.output("TableName");
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const artist = { ...ARTIST, email: "artist@ochre.test", verified: true };
  const items = [UserEntity.build(EntityParser).parse(artist).item, ...ARTWORKS.map(itemOf)];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const puts = items.slice(at, at + AT_ONCE).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
  }
  await until("all artwork is indexed", async () => {
    const response = await fetch(`${ORIGIN}/api/artwork?orientation=landscape`);
    const { total } = (await response.json()) as { total?: { count: number } };
    return total?.count === ARTWORKS.length;
  });
}

/** Ids of the laptop's processes that run the functions of the measured calls, by the variable that names a function. */
const functionsIn = (pids: readonly number[]) =>
  pids.filter((pid) => /AWS_LAMBDA_FUNCTION_NAME=\S*-Api(artwork|search)Function/.test(readProc(pid, "environ")));

const isDatabase = (pid: number) => readProc(pid, "comm").trim() === "java";

function readProc(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Starts the laptop, whose functions run the bundles that are deployed. */
export async function startOchre(): Promise<Server> {
  const env = { ...process.env, PORT, OCHRE_HOME: join(KEPT, "ochre") };
  process.env.PORT = PORT;
  const start = (...options: string[]) => runNode(["local/start.ts", "--no-seed", ...options], PROJECT, env);
  console.error("Building and filling Ochre");
  const filling = start("--fresh");
  await until("Ochre answers", async () => (await fetch(`${ORIGIN}/api/artwork`)).ok);
  await fill();
  await stop(filling);
  const child = start("--no-build");
  const family = () => familyOf(child.pid);
  return {
    origin: ORIGIN,
    rows: {
      "Ochre, its functions": () => functionsIn(family()),
      "Ochre, the laptop with all functions and stand-ins": () => family().filter((pid) => !isDatabase(pid)),
    },
    database: { name: "DynamoDB Local", pids: () => family().filter(isDatabase) },
    calls: {
      list: () => ({ path: "/api/artwork?limit=20" }),
      detail: (nth) => ({ path: `/api/artwork/${ARTWORKS[nth % ARTWORKS.length]?.artworkId}` }),
      search: (nth) => ({ path: `/api/search?q=${SEARCHES[nth % SEARCHES.length]}&limit=20` }),
    },
    stop: () => stop(child),
  };
}
