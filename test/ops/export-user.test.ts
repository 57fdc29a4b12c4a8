import { mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { TOTP } from "otpauth";
import { beforeAll, expect, inject, test } from "vitest";
import { buildTakedown } from "#lambdas/areas/artwork/takedowns.ts";
import { deliverNotification } from "#lambdas/areas/notifications/deliver-notification.ts";
import { PasskeyEntity } from "#lambdas/areas/second-factor/factors.entity.ts";
import { attempt } from "#lambdas/platform/table/transact.ts";
import { countArtworkView } from "#shared/contract/audience.ts";
import { changeEmail } from "#shared/contract/auth.ts";
import { writeCollectionComment } from "#shared/contract/collections.ts";
import { writeComment, writeReview } from "#shared/contract/community.ts";
import { addFavorite } from "#shared/contract/favorites.ts";
import { followArtist } from "#shared/contract/follows.ts";
import { beginTotp, confirmTotp, proveOwner } from "#shared/contract/second-factor.ts";
import { updateBilling, updateUser } from "#shared/contract/users.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { billing, freeArtwork, personalLicense } from "#test/support/given.ts";
import { startShop } from "#test/support/purchasing.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { ON_STAGE, startStage } from "#test/support/start-stage.ts";
import { run } from "#test/tools/project-copy.ts";

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

const PROJECT = join(import.meta.dirname, "../..");
const ops = (...words: readonly string[]) => run(PROJECT, "bin/ops.ts", ...words, ...ON_STAGE);

/** Names and addresses of the other user, which the export mustn't have. */
const STRANGER = { userName: "Zora Unrelated", userUsername: "zora_unrelated", userEmail: "zora@elsewhere.test" };

let shop: Awaited<ReturnType<typeof startShop>>;
let scene: Awaited<ReturnType<typeof setScene>>;

beforeAll(async () => {
  shop = await startShop();
  const { api } = shop;
  const bucket = (logicalId: string, physicalId: string) => ({ logicalId, type: "AWS::S3::Bucket", physicalId });
  await startStage({
    resources: [
      bucket("PicturesOriginals1", api.buckets.originals),
      bucket("PicturesPreviews1", api.buckets.previews),
      { logicalId: "SigningKey1", type: "AWS::SecretsManager::Secret", physicalId: "signing" },
    ],
  });
  scene = await setScene();
});

/** Creates a user with items of every kind, and another user who traded with them. */
async function setScene() {
  const { api, given, shop: trade } = shop;
  const { table } = api.services;
  const people = createAccounts(api);
  const ada = await people.createSignedInAccount({ userEmail: "ada.exported@ochre.test" });
  const { userName, ...names } = STRANGER;
  const zora = await people.createSignedInAccount(names);
  expect((await api.call(updateUser, { ...zora.self, body: { userName } })).status).toBe(200);
  const { userId } = ada;

  const sold = await given.artwork(userId, { artworkTitle: "Sold dunes" });
  const unsold = await given.artwork(userId, { artworkTitle: "Unsold dunes" });
  const waiting = await given.picture(userId);
  const { mediaId: avatar } = await given.avatar(userId);
  const profile = { userName: "Ada Painter", userDescription: "I paint dunes.", userMedia: avatar };
  expect((await api.call(updateUser, { ...ada.self, body: profile })).status).toBe(200);
  expect((await api.call(updateBilling, { ...ada.self, body: billing })).status).toBe(200);

  const theirs = await given.artwork(zora.userId, { ...freeArtwork, artworkTitle: "Her own" });
  const sale = await given.order(sold.artworkId, zora.userId);
  const purchase = await given.order(theirs.artworkId, userId);
  const params = { artworkId: theirs.artworkId };
  const review = { reviewRating: 4, reviewContent: "Warm light in this one." };
  expect((await api.call(writeReview, { ...ada.self, params, body: review })).status).toBe(201);
  const comment = await given.comment(theirs.artworkId, userId, "Written by Ada.");
  const reply = { commentContent: "Replied by Ada.", commentParent: comment.commentId };
  expect((await api.call(writeComment, { as: userId, params, body: reply })).status).toBe(201);
  await given.comment(sold.artworkId, zora.userId, "Written by Zora.");
  await api.call(countArtworkView, { params: sold, headers: { "user-agent": "Mozilla/5.0 Firefox/140.0" } });
  await api.call(addFavorite, { as: userId, params });
  await api.call(followArtist, { as: userId, params: { username: zora.userUsername }, body: {} });
  const collectionId = await given.collection(userId, [theirs.artworkId], { collectionTitle: "Evenings" });
  const remark = { params: { collectionId }, body: { commentContent: "Noted by Ada." } };
  expect((await api.call(writeCollectionComment, { as: userId, ...remark })).status).toBe(201);
  const offered = await trade.offer();
  const open = await trade.begin(offered, userId, { ...personalLicense });
  expect(open.status).toBe(201);

  const draft = { type: "comment", ref: comment.commentId, artworkId: sold.artworkId, title: "Sold dunes" } as const;
  await deliverNotification({ ...draft, userId, event: comment.commentId, actorId: zora.userId }, api.services);
  const { artworkId } = unsold;
  const takedown = { takedownId: api.services.newId(), reason: "It copies mine.", reporter: "notice 4711" };
  await attempt(table, [buildTakedown({ artworkId, ownerId: userId, title: "Unsold", ...takedown })]);
  await api.processEvents();

  await api.call(proveOwner, { ...ada.self, body: { kind: "password", userPassword: PASSWORD } });
  const { secret } = (await api.call(beginTotp, ada.self)).body;
  const code = new TOTP({ secret }).generate({ timestamp: api.services.now().getTime() });
  const confirmed = await api.call(confirmTotp, { ...ada.self, body: { code } });
  const passkey = { passkeyId: "p1", credentialId: "credential-1", publicKey: "public-1", counter: 0, transports: [] };
  const created = new Date().toISOString();
  await table.send(
    PasskeyEntity.build(PutItemCommand).item({ userId, digest: "digest-1", ...passkey, name: "Ada's phone", created }),
  );
  const change = { userCurrent: PASSWORD, userEmail: "ada.next@ochre.test" };
  expect((await api.call(changeEmail, { ...ada.self, body: change })).status).toBe(200);
  const secrets = [secret, ...(confirmed.body.recoveryCodes ?? []), ada.jid, ada.token, PASSWORD];
  return { ada, zora, sold, unsold, theirs, waiting, avatar, sale, purchase, open: open.body, offered, secrets };
}

const folder = async () => join(await mkdtemp(join(inject("temporaryFolder"), "export-")), "ada");

/** Runs the export of the first user and returns its files. */
async function exportAda() {
  const out = await folder();
  const { code, output } = await ops("export-user", "--user", scene.ada.userId, "--out", out);
  expect([code, output]).toEqual([0, expect.stringContaining(`Exported `)]);
  const text = await readFile(join(out, "data.json"), "utf8");
  return { out, text, data: JSON.parse(text) as Readonly<Record<string, never>> };
}

async function itemsNow() {
  const items: Item[] = [];
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const pages = paginateScan({ client }, { TableName: process.env.TABLE_NAME, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...(Items as Item[]));
  return items;
}

test("has a user's profile, artwork, purchases, sales, comments, favourites and audit log", async () => {
  const { ada, zora, sold, unsold, theirs, waiting, avatar, sale, purchase, open } = scene;
  const { data } = await exportAda();
  expect(data).toMatchObject({
    account: {
      userId: ada.userId,
      name: ada.userUsername,
      fullName: "Ada Painter",
      email: "ada.exported@ochre.test",
      description: "I paint dunes.",
      billing,
    },
    emailChange: [{ email: "ada.next@ochre.test" }],
    sessions: [{ began: expect.any(String) }],
    knownBrowsers: [{ lastLogIn: expect.any(String) }],
    authenticatorApp: [{ created: expect.any(String) }],
    passkeys: [{ name: "Ada's phone" }],
    favorites: [{ artworkId: theirs.artworkId, removed: false }],
    follows: [{ artistId: zora.userId, ended: false }],
    notifications: expect.arrayContaining([
      expect.objectContaining({ type: "comment", artworkId: sold.artworkId, title: "Sold dunes" }),
    ]),
    mails: [{ event: expect.stringMatching(/^mail#/), sent: expect.any(String) }],
    collections: [{ title: "Evenings", artworkIds: [theirs.artworkId] }],
    collectionComments: [{ content: "Noted by Ada.", created: expect.any(String) }],
    comments: [
      { content: "Written by Ada.", parent: null },
      { content: "Replied by Ada.", parent: expect.any(String) },
    ],
    reviews: [{ artworkId: theirs.artworkId, rating: 4, words: "Warm light in this one." }],
    sales: [{ orderId: sale.orderId, artworkId: sold.artworkId, licenseAssignor: "Ada Painter", earned: 0 }],
    purchases: [{ orderId: purchase.orderId, artworkId: theirs.artworkId, licenseAssignee: "Ada Painter", spent: 0 }],
    payments: [{ state: "open", intentId: open.orderIntent, spent: expect.any(Number) }],
    pool: { enabled: true, status: "CONFIRMED" },
  });
  const listValues = (section: string, name: string) =>
    (data[section] as unknown as Readonly<Record<string, unknown>>[]).map((each) => each[name]);
  expect(listValues("artworks", "artworkId").toSorted()).toEqual([sold.artworkId, unsold.artworkId].toSorted());
  expect(listValues("artworks", "takedowns").flat()).toEqual([expect.objectContaining({ reason: "It copies mine." })]);
  expect(data.audience).toEqual([expect.objectContaining({ subject: sold.artworkId, views: 1 })]);
  expect(listValues("uploads", "mediaId").toSorted()).toEqual(
    [sold.mediaId, unsold.mediaId, waiting, avatar].toSorted(),
  );
  expect(listValues("recoveryCodes", "used")).toHaveLength(10);
  expect(listValues("audit", "event")).toEqual(
    expect.arrayContaining(["artwork.create", "factor.add", "account.export"]),
  );
});

test("has no data of other users, and no secret", async () => {
  const { zora, offered, secrets } = scene;
  const { text } = await exportAda();
  const digests = (await itemsNow()).flatMap(({ pk, sk, tokenHash, encrypted, credentialId, publicKey }) => {
    if (pk !== `USER#${scene.ada.userId}`) return [];
    const [kind, digest] = sk.split("#");
    return [
      ...(["KNOWN_BROWSER", "PASSKEY", "RECOVERY_CODE"].includes(kind ?? "") ? [digest] : []),
      tokenHash,
      encrypted,
      credentialId,
      publicKey,
    ];
  });
  const known = digests.filter((value) => value !== undefined);
  expect(known.length).toBeGreaterThan(13);
  for (const secret of [...secrets, ...known]) expect(text).not.toContain(secret);
  const others = [
    ...Object.values(STRANGER),
    "Written by Zora.",
    "notice 4711",
    offered.seller.name,
    offered.seller.email,
  ];
  for (const other of [...others, offered.seller.stripeId]) expect(text).not.toContain(other);
  // Zora's id occurs once, as an artist whom Ada follows; the seller's id doesn't occur.
  expect(text.split(zora.userId)).toHaveLength(2);
  expect(text).not.toContain(offered.seller.userId);
});

test("has the pictures and certificates, readable only by their owner", async () => {
  const { waiting } = scene;
  const { out } = await exportAda();
  const pictures = ["Sold dunes.jpg", "Unsold dunes.jpg", `${waiting}.jpg`, "avatar.jpg"];
  expect((await readdir(join(out, "pictures"))).toSorted()).toEqual(pictures.toSorted());
  const { sale, purchase } = scene;
  const certificates = [sale, purchase].map(({ orderId }) => `${orderId}.json`);
  expect((await readdir(join(out, "certificates"))).toSorted()).toEqual(certificates.toSorted());
  const original = await readFile(join(out, "pictures", "Sold dunes.jpg"));
  expect(original.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const getMode = async (path: string) => ((await stat(join(out, path))).mode & 0o777).toString(8);
  expect(await Promise.all(["", "pictures", "data.json", `pictures/${pictures[0]}`].map(getMode))).toEqual([
    ...["700", "700", "600", "600"],
  ]);
});

test("with --dry-run prints the number of items, and writes and records nothing", async () => {
  const entries = async () => (await scanTable(process.env.AUDIT_TABLE_NAME)).split("account.export").length;
  const before = await entries();
  const out = await folder();
  const { code, output } = await ops("export-user", "--user", scene.ada.userId, "--out", out, "--dry-run");
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/^This would export .*artworks 2.*Dry run: nothing was changed\.\n$/m),
  ]);
  await expect(stat(out)).rejects.toThrow("ENOENT");
  expect(await entries()).toBe(before);
});

test.each([
  [["--user", "ada", "--out", "x"], "--user ada isn't a user id."],
  [["--user", "0198f3a1-0000-7000-8000-000000000001", "--out", "x"], "There is no account"],
  [["--user", "0198f3a1-0000-7000-8000-000000000001"], "--out is required."],
])("%j is refused", async (words, reason) => {
  expect(await ops("export-user", ...words)).toMatchObject({ code: 1, output: expect.stringContaining(reason) });
});

test("refuses an existing folder", async () => {
  const { out } = await exportAda();
  const again = await ops("export-user", "--user", scene.ada.userId, "--out", out);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining("already exists.") });
});

/** The section of the export by key prefix. */
const SECTIONS: Readonly<Record<string, string>> = {
  "ARTWORK ARTWORK": "artworks",
  "ARTWORK TAKEDOWN": "artworks",
  "ARTWORK VERSION": "artworks",
  "AUDIENCE MONTH": "audience",
  "COLLECTION COLLECTION": "collections",
  "COLLECTION COMMENT": "collectionComments",
  "EMAIL CLAIM": "account",
  "MEDIA MEDIA": "uploads",
  "ORDER ORDER": "sales",
  "USER KNOWN_BROWSER": "knownBrowsers",
  "USER EMAIL_CHANGE": "emailChange",
  "USER FAVORITE": "favorites",
  "USER FOLLOW": "follows",
  "USER PASSKEY": "passkeys",
  "USER RECOVERY_CODE": "recoveryCodes",
  "USER SESSION": "sessions",
  "USER TOTP": "authenticatorApp",
  "USER USER": "account",
};

/** Daily counts of favourites. */
const COUNTS = "ARTWORK WEEKLY";

test("has a section for every item that erasing changes", async () => {
  const { api, shop: trade } = shop;
  const { ada, zora, open } = scene;
  expect((await api.provider.paymentIntents.cancel(open.orderIntent)).status).toBe("canceled");
  expect(await trade.deliver()).toContain(200);
  const { data } = await exportAda();
  const before = await itemsNow();

  // An account can't be closed within ten seconds of a payment, because lists of payments may lag.
  await expect.poll(() => ops("erase-user", "--user", ada.userId), { interval: 1000 }).toMatchObject({ code: 0 });
  await api.processEvents();
  const after = new Map((await itemsNow()).map((item) => [`${item.pk} ${item.sk}`, item]));
  const touched = before.filter((item) => JSON.stringify(after.get(`${item.pk} ${item.sk}`)) !== JSON.stringify(item));
  const ofAda = touched.filter(({ pk }) => ![`USER#${zora.userId}`, `AUDIENCE#${zora.userId}`].includes(pk));
  const kinds = [...new Set(ofAda.map(({ pk, sk }) => `${pk.split("#")[0]} ${sk.split("#")[0]}`))].toSorted();
  expect(kinds).toEqual(
    expect.arrayContaining([
      "ARTWORK ARTWORK",
      "COLLECTION COLLECTION",
      "EMAIL CLAIM",
      "USER EMAIL_CHANGE",
      "USER RECOVERY_CODE",
      "USER TOTP",
      "USER USER",
    ]),
  );
  const owned = kinds.filter((kind) => kind !== COUNTS);
  expect(owned.filter((kind) => !SECTIONS[kind])).toEqual([]);
  const empty = owned.filter((kind) => Object.keys(data[SECTIONS[kind] ?? ""] ?? {}).length === 0);
  expect(empty).toEqual([]);

  const { text, data: left } = await exportAda();
  expect(text).not.toContain("ada.exported@ochre.test");
  const [was, is] = [data.account, left.account] as unknown as Readonly<Record<string, unknown>>[];
  const gone = Object.keys(was ?? {}).filter((name) => was?.[name] && !is?.[name]);
  expect(gone).toEqual(
    expect.arrayContaining(["email", "fullName", "description", "billing", "avatarMediaId", "factors"]),
  );
  expect(left.pool).toBeNull();
});
