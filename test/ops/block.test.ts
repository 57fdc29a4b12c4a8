import { join } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { SQSEvent } from "aws-lambda";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { createQueueEndpoint, startInvokeEndpoint } from "ochre-local/services";
import { queueArn } from "ochre-local/template";
import { beforeAll, describe, expect, test } from "vitest";
import { findCurated, replaceCurated } from "#lambdas/areas/artwork/curated.ts";
import { findArtwork } from "#lambdas/areas/artwork/find-artwork.ts";
import { findCards } from "#lambdas/areas/artwork/find-cards.ts";
import { TakedownEntity } from "#lambdas/areas/artwork/takedown.entity.ts";
import { addBusinessDays, findOpenTakedowns } from "#lambdas/areas/artwork/takedowns.ts";
import { buildPreviewObjectKey } from "#lambdas/areas/media/preview-paths.ts";
import { blockAccount } from "#lambdas/areas/users/block-account.ts";
import { findUser } from "#lambdas/areas/users/find-user.ts";
import { UserEntity } from "#lambdas/areas/users/user.entity.ts";
import { serveCrawlerFile } from "#lambdas/pages/sitemap.ts";
import {
  listArtwork,
  listCurated,
  readArtwork,
  readEmbed,
  readSimilar,
  updateArtwork,
} from "#shared/contract/artwork.ts";
import { login } from "#shared/contract/auth.ts";
import { listCollections, readCollection } from "#shared/contract/collections.ts";
import { addFavorite, listFavorites } from "#shared/contract/favorites.ts";
import { followArtist, listFollowed, listFollowedArtwork } from "#shared/contract/follows.ts";
import { downloadOrder } from "#shared/contract/licenses.ts";
import { placeOrder } from "#shared/contract/orders.ts";
import { search, suggest } from "#shared/contract/search.ts";
import { reportContent } from "#shared/contract/support.ts";
import { listMyArtwork, listUserArtwork, readSettings, readUser } from "#shared/contract/users.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatDate } from "#shared/format.ts";
import { type Account, createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { atFileEnd } from "#test/support/file-end.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven, personalLicense } from "#test/support/given.ts";
import { type Api, startApi } from "#test/support/start-api.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

let api: Api;
let given: ReturnType<typeof createGiven>;
let people: ReturnType<typeof createAccounts>;
let followIndex: ReturnType<typeof createIndexUpdater>;
/** Folders that the edge was asked to invalidate. */
const forgotten: string[] = [];

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  people = createAccounts(api);
  followIndex = createIndexUpdater(api);
  const queue = { name: "invalidations", arn: queueArn("invalidations"), consumer: "invalidate-edge" };
  const rules = { delaySeconds: 0, visibilitySeconds: 30, attempts: 3, reportsItemFailures: false, batchSize: 100 };
  const asyncQueue = {
    add: (_name: string, event: unknown) => void forgotten.push((event as SQSEvent).Records[0]?.body ?? ""),
  };
  const endpoint = await startInvokeEndpoint({
    functions: () => ({ has: () => false, invoke: () => Promise.reject(new Error("Nothing is invoked here")) }),
    enqueue: () => {},
    log: () => {},
    otherServices: [createQueueEndpoint(() => [{ ...queue, ...rules }], asyncQueue)],
  });
  atFileEnd(() => endpoint.stop());
  process.env.AWS_ENDPOINT_URL_SQS = endpoint.url;
  const bucket = (logicalId: string, physicalId: string) => ({ logicalId, type: "AWS::S3::Bucket", physicalId });
  await startStage({
    resources: [
      bucket("PicturesOriginals1", api.buckets.originals),
      bucket("PicturesPreviews1", api.buckets.previews),
      {
        logicalId: "MediaInvalidations1",
        type: "AWS::SQS::Queue",
        physicalId: `${endpoint.url}/000000000000/invalidations`,
      },
    ],
  });
});

/** Creates an artist with a follower, whose artwork is favoured, collected, curated and bought, and a similar work. */
async function scene() {
  const artist = await people.createSignedInAccount();
  const [fan, other] = [await people.createSignedInAccount(), await given.user()];
  const form = { artworkTitle: `Harbour ${artist.userUsername}`, artworkTags: ["harbour"] };
  const { artworkId, versionId } = await given.artwork(artist.userId, form);
  const like = await given.artwork(other.userId, { artworkTitle: "Pier", artworkTags: ["harbour"] });
  const order = await given.order(artworkId, fan.userId);
  await api.call(followArtist, { as: fan.userId, params: { username: artist.userUsername }, body: {} });
  await api.call(addFavorite, { as: fan.userId, params: { artworkId } });
  const collectionId = await given.collection(other.userId, [artworkId, like.artworkId]);
  const ownCollectionId = await given.collection(artist.userId, [like.artworkId]);
  const { table } = api.services;
  await replaceCurated(table, await findCurated(table, { consistent: true }), [artworkId]);
  await api.processEvents();
  await followIndex();
  return { artist, fan, other, artworkId, versionId, like, order, collectionId, ownCollectionId, form };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const preview = async (key: string) =>
  new S3Client({})
    .send(new GetObjectCommand({ Bucket: api.buckets.previews, Key: buildPreviewObjectKey(key, 640, "avif") }))
    .then(() => true)
    .catch(() => false);

/** The places where visitors see the artwork. */
async function listPlaces({ artist, fan, other, artworkId, like, collectionId, form }: Scene) {
  const { table } = api.services;
  const has = (text: unknown) => JSON.stringify(text ?? "").includes(artworkId);
  const read = async <R extends Parameters<typeof api.call>[0]>(route: R, sent: object = {}) =>
    has((await api.call(route, sent)).body);
  const month = new Date().toISOString().slice(0, 7);
  const artwork = await findArtwork(table, artworkId);
  const places = {
    page: (await api.call(readArtwork, { params: { artworkId } })).status === 200,
    newest: await read(listArtwork, { query: {} }),
    popular: await read(listArtwork, { query: { sort: "popular" } }),
    tag: await read(listArtwork, { query: { tag: "harbour" } }),
    search: await read(search, { query: { q: form.artworkTitle } }),
    suggestion: await read(suggest, { query: { q: form.artworkTitle } }),
    similar: await read(readSimilar, { params: { artworkId: like.artworkId } }),
    artist: await read(listUserArtwork, { params: { username: artist.userUsername } }),
    collection: await read(readCollection, { params: { collectionId } }),
    covers: await read(listCollections, { params: { username: other.name } }),
    feed: await read(listFollowedArtwork, { as: fan.userId, query: {} }),
    favourites: await read(listFavorites, { params: { username: fan.userUsername }, query: {} }),
    curated: await read(listCurated),
    embed: (await api.call(readEmbed, { query: { url: `http://localhost:3000/artwork/${artworkId}` } })).status === 200,
    sitemap: has(await serveCrawlerFile(`/sitemaps/${month}.xml`, api.services)),
    picture: await preview(artwork?.card.previewKey ?? ""),
  };
  return Object.entries(places).flatMap(([name, isThere]) => (isThere ? [name] : []));
}

const buy = (artworkId: string, versionId: string, as: string) =>
  api.call(placeOrder, { as, headers: { "idempotency-key": as }, body: { ...personalLicense, artworkId, versionId } });

const STATEMENT = ["--reason", "Copies", "--rule", "Copyright law"] as const;

describe("npm run ops -- block", () => {
  test("removes an artwork from every place; licence holders keep it, and its owner can't show it", async () => {
    const made = await scene();
    const { artist, fan, other, artworkId, versionId, order } = made;
    const before = await listPlaces(made);
    expect(before).toEqual(
      expect.arrayContaining(["page", "newest", "search", "similar", "collection", "feed", "picture"]),
    );
    const dry = await ops("block", "--artwork", artworkId, "--dry-run");
    expect(dry.output).toContain("Dry run: nothing was changed.");
    expect(await listPlaces(made)).toEqual(before);

    expect(await ops("block", "--artwork", artworkId)).toMatchObject({ code: 0 });
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toEqual([]);
    const previewKey = (await findArtwork(api.services.table, artworkId))?.card.previewKey ?? "";
    expect(forgotten.join()).toContain(previewKey);
    expect((await buy(artworkId, versionId, other.userId)).status).toBe(404);
    expect((await api.call(downloadOrder, { as: fan.userId, params: { orderId: order.orderId } })).status).toBe(200);
    const show = { as: artist.userId, params: { artworkId }, body: { artworkVisibility: "visible" as const } };
    expect((await api.call(updateArtwork, show)).failure.code).toBe("artwork_blocked");
    expect((await findUser(api.services.table, artist.userId))?.shown).toBe(0);
    expect(JSON.stringify((await api.call(listMyArtwork, { ...artist.self, query: {} })).body)).toContain(artworkId);

    expect(await ops("unblock", "--artwork", artworkId)).toMatchObject({ code: 0 });
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toEqual(before);
    expect((await findUser(api.services.table, artist.userId))?.shown).toBe(1);
    expect((await ops("audit", "--event", "artwork")).output).toMatch(/artwork\.block .*\n(.*\n)*.*artwork\.unblock /);
  });

  test("ends an account's sessions, refuses its login, and hides it and its artwork until it is unblocked", async () => {
    const made = await scene();
    const { artist, fan, other, artworkId, versionId, ownCollectionId } = made;
    const hidden = await given.artwork(artist.userId, { artworkVisibility: "invisible" });
    await followIndex();
    const before = await listPlaces(made);
    const body = { userUsername: artist.userUsername, userPassword: PASSWORD };
    const profile = () => api.call(readUser, { params: { username: artist.userUsername } });
    const own = () => api.call(readCollection, { params: { collectionId: ownCollectionId }, query: {} });

    expect(await ops("block", "--user", artist.userId, ...STATEMENT)).toMatchObject({ code: 0 });
    expect(await ops("block", "--user", artist.userId, ...STATEMENT)).toMatchObject({ code: 0 });
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toEqual([]);
    expect((await api.call(readSettings, artist.self)).status).toBe(401);
    api.travel(2);
    expect((await api.call(login, { body })).failure.code).toBe("account_blocked");
    expect([(await profile()).status, (await own()).status]).toEqual([404, 404]);
    expect(
      (await api.call(listFollowed, { as: fan.userId, params: { userId: fan.userId }, query: {} })).body.items,
    ).toEqual([]);
    expect((await buy(artworkId, versionId, other.userId)).status).toBe(404);

    expect(await ops("unblock", "--user", artist.userId, "--reason", "Checked")).toMatchObject({ code: 0 });
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toEqual(before);
    expect((await api.call(login, { body })).status).toBe(200);
    expect([(await profile()).status, (await own()).status]).toEqual([200, 200]);
    const cards = await findCards(api.services.table, [hidden.artworkId]);
    expect(cards.get(hidden.artworkId)?.visibility).toBe("invisible");
  });

  /** A table whose lists of an owner's artwork lack the newest one for some queries, like a lagging index. */
  function lagging({ table }: Pick<Api["services"], "table">, queries: number) {
    let left = queries;
    const isList = (answer: unknown): answer is { Items: { sk: string }[] } =>
      typeof answer === "object" &&
      answer !== null &&
      "Items" in answer &&
      Array.isArray(answer.Items) &&
      answer.Items.length > 1 &&
      answer.Items.every(({ sk }) => sk === "ARTWORK");
    const send: typeof table.send = async (command) => {
      const answer = await table.send(command);
      return isList(answer) && left-- > 0 ? { ...answer, Items: answer.Items.slice(0, -1) } : answer;
    };
    return { send };
  }

  const openAccount = async (userId: string) => {
    const user = await findUser(api.services.table, userId);
    if (!user) throw new Error("Nobody is there to be blocked");
    return user;
  };

  test("hides an artwork that isn't in its owner's list yet", async () => {
    const { userId } = await given.user();
    const [before, now] = [await given.artwork(userId), await given.artwork(userId)];
    const services = { ...api.services, withheldPreviews: api.services.previews, table: lagging(api.services, 2) };
    expect(
      await blockAccount(services, await openAccount(userId), {
        at: new Date(),
        reason: "Copies",
        rule: "Copyright law",
      }),
    ).toBe(true);
    for (const { artworkId } of [before, now]) {
      expect((await findArtwork(api.services.table, artworkId))?.visibility).toBe("invisible");
    }
    expect((await openAccount(userId)).shown).toBe(0);
  });

  test("of an artwork is independent of that of its owner's account", async () => {
    const { artist, artworkId } = await scene();
    const state = async () => {
      const { visibility, blocked } = (await findArtwork(api.services.table, artworkId)) ?? {};
      return [visibility, blocked];
    };
    await ops("block", "--user", artist.userId, ...STATEMENT);
    await ops("block", "--artwork", artworkId);
    await ops("unblock", "--user", artist.userId, "--reason", "Checked");
    expect(await state()).toEqual(["invisible", "artwork"]);
    await ops("block", "--user", artist.userId, ...STATEMENT);
    await ops("unblock", "--artwork", artworkId);
    expect(await state()).toEqual(["invisible", "account"]);
    await ops("unblock", "--user", artist.userId, "--reason", "Checked");
    expect(await state()).toEqual(["visible", undefined]);
  });

  test.each([
    [[], "Pass either --artwork or --user."],
    [["--artwork", "dunes"], "dunes isn't an artwork id."],
    [["--user", "0198f3a1-0000-7000-8000-000000000001", ...STATEMENT], "There is no account"],
  ])("%j is refused", async (words, reason) => {
    expect(await ops("block", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  });
});

const REPORTER = "reporter@elsewhere.test";

describe("npm run ops -- takedown", () => {
  const mailsTo = (account: Account) => people.mailsTo(account.userEmail).map(({ subject }) => subject);

  test("notifies artist and reporter, and a counter-notice allows the restoration after the waiting period", async () => {
    const made = await scene();
    const { artist, artworkId } = made;
    const link = `http://localhost:3000/artwork/${artworkId}?from=mail`;
    const words = "?Win+a+prize+at+elsewhere.example";
    const notice = { link: `/artwork/${artworkId}${words}`, reason: "It copies mine.", email: REPORTER };
    const { noticeId } = (await api.call(reportContent, { body: notice })).body;
    const reported = ["--reason", "It copies a painting of mine.", "--reporter", `notice ${noticeId}`];
    expect(await ops("takedown", "--link", link, ...reported)).toMatchObject({ code: 0 });
    expect(await ops("takedown", "--link", `/artwork/${artworkId}`, ...reported)).toMatchObject({ code: 0 });
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toEqual([]);
    expect(mailsTo(artist)[0]).toBe("Your artwork was taken down");
    const [mail] = people.mailsTo(artist.userEmail);
    expect(JSON.stringify(mail)).toContain("It copies a painting of mine.");
    expect(JSON.stringify(mail)).not.toContain(noticeId);
    expect(JSON.stringify(mail)).not.toContain(REPORTER);
    const second = ["--reason", "It shows my sculpture.", "--reporter", "notice 4712"];
    expect(await ops("takedown", "--link", link, ...second)).toMatchObject({ code: 0 });
    await api.processEvents();
    expect(JSON.stringify(people.mailsTo(artist.userEmail)[0])).toContain("It shows my sculpture.");

    const counter = (...words: string[]) => ops("counter-notice", "--link", link, ...words);
    expect((await counter("--restore")).output).toContain("A takedown has no counter-notice yet.");
    const answered = await counter("--answer", "I painted it, here is the sketch.");
    expect(answered.output).toContain(`It copies a painting of mine. (notice ${noticeId})`);
    expect(answered.output).toContain("It shows my sculpture. (notice 4712)");
    expect(answered.output).toContain(`counter-notice --link ${link} --restore ${ON_STAGE.join(" ")}`);
    const REPORTER_NOTE = "Notify this reporter manually:";
    expect(answered.output).toContain(`${REPORTER_NOTE} notice 4712`);
    expect(answered.output).not.toContain(`${REPORTER_NOTE} notice ${noticeId}`);
    await api.processEvents();
    expect(await listPlaces(made)).toEqual([]);
    const [open] = await findOpenTakedowns(api.services.table, artworkId);
    const day = `${formatDate(open?.restoreFrom ?? "", DISPLAY.momentFormat, "UTC")} UTC`;
    for (const address of [artist.userEmail, REPORTER]) {
      expect(JSON.stringify(people.mailsTo(address)[0])).toContain(day);
    }
    expect(JSON.stringify(people.mailsTo(REPORTER)[0])).toContain("I painted it, here is the sketch.");
    const repeated = await counter("--answer", "I painted it, here is the sketch.");
    expect(repeated).toMatchObject({
      code: 0,
      output: expect.stringContaining("This counter-notice is already recorded."),
    });
    expect((await counter("--answer", "Still mine.")).output).toContain("The counter-notice is already recorded.");
    expect((await counter("--restore")).output).toContain(`The artwork can be restored from ${day} on.`);

    for (const { takedownId } of await findOpenTakedowns(api.services.table, artworkId)) {
      const past = { artworkId, takedownId, restoreFrom: "2026-01-01T00:00:00.000Z" };
      await api.services.table.send(TakedownEntity.build(UpdateItemCommand).item(past));
    }
    const { table } = api.services;
    const setBlocked = (blockedAt: string | ReturnType<typeof $remove>) =>
      table.send(UserEntity.build(UpdateItemCommand).item({ userId: artist.userId, blockedAt }));
    await setBlocked("2026-11-27T12:00:00.000Z");
    expect((await counter("--restore")).output).toContain("The owner's account is blocked");
    await setBlocked($remove());
    const restored = await counter("--restore");
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`${REPORTER_NOTE} notice 4712`) });
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toContain("page");
    expect(mailsTo(artist).filter((subject) => /artwork|answer/.test(subject))).toEqual([
      "Your artwork is back",
      "Your answer was forwarded",
      "Your artwork was taken down",
      "Your artwork was taken down",
    ]);
    expect(JSON.stringify(people.mailsTo(REPORTER))).not.toContain("elsewhere.example");
    expect(people.mailsTo(REPORTER).map(({ subject }) => subject)).toEqual([
      "The artwork you reported was restored",
      "The artist objects to your notice",
      "The artwork you reported was taken down",
    ]);
    expect(await counter("--restore")).toMatchObject({
      code: 1,
      output: expect.stringContaining("isn't taken down."),
    });
    const recorded = await ops("audit", "--event", "artwork");
    expect(recorded.output).toContain(`artwork.take_down  ${artworkId}`);
    expect(recorded.output).toContain(`artwork.counter_notice  ${artworkId}`);
    expect(recorded.output).toContain(`artwork.restore  ${artworkId}`);
  });

  test("is closed by unblocking the artwork: both parties are notified, and a counter-notice is refused", async () => {
    const made = await scene();
    const { artist, artworkId } = made;
    const link = `/artwork/${artworkId}`;
    const email = "mistaken@elsewhere.test";
    const { noticeId } = (await api.call(reportContent, { body: { link, reason: "It copies mine.", email } })).body;
    const takeDown = (reporter: string) =>
      ops("takedown", "--link", link, "--reason", "Copied.", "--reporter", reporter);
    await takeDown(`notice ${noticeId}`);
    await takeDown("notice 4713");
    expect(await ops("block", "--user", artist.userId, ...STATEMENT)).toMatchObject({ code: 0 });
    const blocked = { code: 1, output: expect.stringContaining("The owner's account is blocked") };
    expect(await ops("unblock", "--artwork", artworkId)).toMatchObject(blocked);
    await ops("unblock", "--user", artist.userId, "--reason", "Checked");

    const { code, output } = await ops("unblock", "--artwork", artworkId);
    expect([code, output]).toEqual([0, expect.stringContaining("Notify this reporter manually: notice 4713")]);
    await api.processEvents();
    await followIndex();
    expect(await listPlaces(made)).toContain("page");
    expect(mailsTo(artist)[0]).toBe("Your artwork is back");
    expect(people.mailsTo(email)[0]?.subject).toBe("The artwork you reported was restored");
    const none = { code: 1, output: expect.stringContaining("isn't taken down.") };
    expect(await ops("counter-notice", "--link", link, "--answer", "Mine.")).toMatchObject(none);
  });

  test("rejects a notice about other content", async () => {
    const { artworkId } = await scene();
    const body = { link: "/about", reason: "Odd.", email: REPORTER };
    const { noticeId } = (await api.call(reportContent, { body })).body;
    const words = ["--link", `/artwork/${artworkId}`, "--reason", "x", "--reporter", `notice ${noticeId}`];
    expect(await ops("takedown", ...words)).toMatchObject({ code: 1, output: expect.stringContaining("is about") });
  });

  test.each([
    ["2026-11-27T12:00:00Z", 10, "2026-12-11T12:00:00.000Z"],
    ["2026-11-28T12:00:00Z", 1, "2026-11-30T12:00:00.000Z"],
    ["2026-11-25T12:00:00Z", 0, "2026-11-25T12:00:00.000Z"],
  ])("from %s on, %i business days end on %s", (from, days, end) => {
    expect(addBusinessDays(new Date(from), days).toISOString()).toBe(end);
  });

  test.each([
    [["--link", "/artwork/1", "--reason", "x"], "--link, --reason and --reporter are required."],
    [
      ["--link", "https://elsewhere.example/artwork/1", "--reason", "x", "--reporter", "y"],
      "isn't the URL of an artwork on",
    ],
    [["--link", "/user/ada", "--reason", "x", "--reporter", "y"], "isn't the URL of an artwork on"],
    [["--link", "/artwork/1", "--reason", "x", "--reporter", "a@b.example"], "not an email address"],
  ])("%j is refused", async (words, reason) => {
    expect(await ops("takedown", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
  });
});
