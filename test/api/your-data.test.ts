import { beforeAll, describe, expect, test } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { listFiles } from "#lambdas/areas/personal-data/list-files.ts";
import { buildArchiveKey } from "#lambdas/areas/users/data-exports.ts";
import type { ExportRequest } from "#lambdas/areas/users/open-data-exports.ts";
import { exportPersonalData } from "#lambdas/events/queues/export-personal-data.ts";
import { deactivateUser } from "#shared/contract/auth.ts";
import { readCertificate } from "#shared/contract/licenses.ts";
import { openPaymentSession } from "#shared/contract/orders.ts";
import { downloadExport, readExport, requestExport, updateUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { createAccounts, PASSWORD } from "#test/support/accounts.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { queueEvent } from "#test/support/queue-event.ts";
import { actAs } from "#test/support/rights.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;
let people: ReturnType<typeof createAccounts>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
  people = createAccounts(api);
});

/** Runs the export function for a request and then the stream; returns true on success. */
async function make(request: ExportRequest | undefined, instead: object = {}, attempt = 1) {
  const isMade = await run(request, instead, attempt);
  await api.processEvents();
  return isMade;
}

/** Runs the export function without the stream, which has one reader at a time. */
async function run(request: ExportRequest | undefined, instead: object = {}, attempt = 1) {
  const event = queueEvent([request], attempt);
  const made = await actAs("export-personal-data", () => exportPersonalData(event, { ...api.services, ...instead }));
  return made.batchItemFailures.length === 0;
}

const called = (userId: string) => ({ as: userId, params: { userId } });
const getState = async (userId: string) => (await api.call(readExport, called(userId))).body;

/** Requests an archive and returns its queued message. */
async function ask(userId: string) {
  const { status } = await api.call(requestExport, called(userId));
  await api.processEvents();
  return { status, request: api.dataExports.splice(0).at(-1) };
}

/** The stored files of a ZIP by name, with the sizes of its central directory. */
function unzip(zip: Buffer) {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50; ) {
    const [size, nameLength, extra, comment] = [20, 28, 30, 32].map((offset, index) =>
      index === 0 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const header = zip.readUInt32LE(at + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    files.set(zip.toString("utf8", at + 46, at + 46 + nameLength), zip.subarray(start, start + size));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

async function download(userId: string) {
  const { status, body } = await api.call(downloadExport, called(userId));
  if (status !== 200) return undefined;
  const answer = await fetch(body.redirect);
  return { answer, files: unzip(Buffer.from(await answer.arrayBuffer())) };
}

const isStored = async (request: ExportRequest | undefined) =>
  request !== undefined && (await api.services.uploads.readSize(buildArchiveKey(request))) !== undefined;

/** The failure code of requesting the link. */
const noLinkFor = async (userId: string) => (await api.call(downloadExport, called(userId))).failure.code;

describe("a user's data export", () => {
  test("is created in the background with data, certificates and pictures, and announced by an email", async () => {
    const account = await people.createSignedInAccount();
    const { userId } = account;
    const seller = await given.user();
    const { mediaId } = await given.artwork(userId);
    const { mediaId: userMedia } = await given.avatar(userId);
    expect((await api.call(updateUser, { ...account.self, body: { userMedia } })).status).toBe(200);
    await api.call(openPaymentSession, called(userId));
    const theirs = await given.artwork(seller.userId, freeArtwork);
    const { orderId } = await given.order(theirs.artworkId, userId);
    expect(await getState(userId)).toMatchObject({ status: "none", again: null });
    const { status, request } = await ask(userId);
    expect([status, await noLinkFor(userId)]).toEqual([201, "export_not_found"]);
    expect(await getState(userId)).toMatchObject({ status: "preparing", expires: null, again: expect.any(String) });

    expect(await make(request)).toBe(true);
    expect(await getState(userId)).toMatchObject({ status: "ready", done: 2, pictures: 2, leftOut: 0 });
    const archive = await download(userId);
    expect(archive?.answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="ochre-data-[\d-]+\.zip"/,
    );
    expect(Number(archive?.answer.headers.get("content-length"))).toBe((await getState(userId)).bytes);
    const { files } = archive ?? { files: new Map<string, Buffer>() };
    expect([...files.keys()]).toEqual([
      "data.json",
      `certificates/${orderId}.json`,
      "pictures/avatar.jpg",
      "pictures/Dunes at noon.jpg",
    ]);
    expect(JSON.parse(String(files.get("data.json")))).toMatchObject({
      account: {
        userId,
        email: account.userEmail,
        customerId: expect.stringMatching(/^cus_/),
        savedCards: expect.stringContaining("Kept by Stripe"),
      },
      purchases: [{ orderId }],
      pool: { status: "CONFIRMED" },
      audit: expect.arrayContaining([expect.objectContaining({ event: "account.request_export" })]),
      pictureFiles: { [userMedia]: "pictures/avatar.jpg", [mediaId]: "pictures/Dunes at noon.jpg" },
      picturesLeftOut: [],
    });
    const certificate = await api.call(readCertificate, { as: userId, params: { orderId } });
    expect(JSON.parse(String(files.get(`certificates/${orderId}.json`)))).toEqual(certificate.body);
    const media = await findMedia(api.services.table, mediaId);
    const original = await api.services.uploads.read(media?.originalKey ?? "");
    expect(files.get("pictures/Dunes at noon.jpg")?.equals(original ?? Buffer.alloc(0))).toBe(true);

    const [mail] = people.mailsTo(account.userEmail);
    expect(mail).toMatchObject({ subject: "Your Ochre data is ready" });
    expect(mail?.links[0]).toMatch(/\/settings\/your-data$/);
  });

  test("is refused to other users", async () => {
    const [owner, other] = [await given.user(), await given.user()];
    await make((await ask(owner.userId)).request);
    for (const route of [readExport, requestExport, downloadExport]) {
      const { status } = await api.call(route, { as: other.userId, params: { userId: owner.userId } });
      expect(status).toBe(403);
    }
    expect(await noLinkFor(other.userId)).toBe("export_not_found");
  });

  test("can be requested once a day, and replaces the previous one", async () => {
    const { userId } = await given.user();
    const first = (await ask(userId)).request;
    expect((await api.call(requestExport, called(userId))).failure.code).toBe("export_too_soon");
    await make(first);
    expect((await api.call(requestExport, called(userId))).failure.code).toBe("export_too_soon");
    api.travel(LIFETIMES.dataExportPause);
    expect(await getState(userId)).toMatchObject({ status: "ready", again: null });
    expect((await ask(userId)).status).toBe(201);
    expect(await isStored(first)).toBe(false);
  });

  test("is announced once, even if its message is delivered repeatedly", async () => {
    const account = await people.createSignedInAccount();
    const { request } = await ask(account.userId);
    expect(await Promise.all([run(request), run(request)])).toEqual([true, true]);
    await api.processEvents();
    expect(await make(request)).toBe(true);
    expect([(await getState(account.userId)).status, await isStored(request)]).toEqual(["ready", true]);
    const subjects = people.mailsTo(account.userEmail).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Your Ochre data is ready")).toHaveLength(1);
  });

  test("that fails halfway is retried, and after the last attempt has failed and can be requested at once", async () => {
    const { userId } = await given.user();
    const { mediaId } = await given.artwork(userId);
    const { request } = await ask(userId);
    const { exportStorage } = api.services;
    const read = async () => {
      throw new Error(`S3 lost ${mediaId}`);
    };
    const breaking = {
      exportStorage: { ...exportStorage, uploads: { readSize: async () => 7, read, remove: async () => {} } },
    };
    expect(await make(request, breaking)).toBe(false);
    expect((await getState(userId)).status).toBe("preparing");
    expect(await make(request, breaking, LIMITS.dataExport.attempts)).toBe(false);
    expect(await getState(userId)).toMatchObject({ status: "failed", again: null });
    expect([await noLinkFor(userId), await isStored(request)]).toEqual(["export_not_found", false]);
    const again = (await ask(userId)).request;
    expect(await make(request)).toBe(true);
    expect((await getState(userId)).status).toBe("preparing");
    expect(await make(again, breaking)).toBe(false);
    expect(await make(again)).toBe(true);
    expect((await getState(userId)).status).toBe("ready");
  });

  test("has failed if its function crashed", async () => {
    const { userId } = await given.user();
    await ask(userId);
    api.travel(LIFETIMES.dataExportWait + 1);
    expect(await getState(userId)).toMatchObject({ status: "failed", again: null });
    expect((await ask(userId)).status).toBe(201);
  });

  test("expires after a week, and is deleted with the account, also while it is being created", async () => {
    const { userId } = await given.user();
    await make((await ask(userId)).request);
    api.travel(LIFETIMES.dataExport);
    expect([(await getState(userId)).status, await noLinkFor(userId)]).toEqual(["none", "export_not_found"]);

    const account = await people.createSignedInAccount();
    const ready = (await ask(account.userId)).request;
    await make(ready);
    api.travel(LIFETIMES.dataExportPause);
    const { token } = await people.logIn(account.userUsername);
    const later = (await ask(account.userId)).request;
    const { exportStorage } = api.services;
    const store: typeof exportStorage.store = async (...archive) => {
      const bytes = await exportStorage.store(...archive);
      const { params } = account.self;
      const closed = await api.call(deactivateUser, { token, params, body: { userPassword: PASSWORD } });
      expect(closed.status).toBe(200);
      await api.processEvents();
      return bytes;
    };
    expect(await make(later, { exportStorage: { ...exportStorage, store } })).toBe(true);
    expect([await isStored(ready), await isStored(later)]).toEqual([false, false]);
  });

  test("has the newest pictures that fit, named by title or id, and lists the others", async () => {
    const media = ["1", "3", "2"].map((mediaId) => ({
      mediaId,
      kind: "artwork",
      mime: "image/png",
      originalKey: mediaId,
    }));
    const uploads = { readSize: async () => 100, read: async () => Buffer.alloc(100) };
    const titles = new Map([
      ["1", "Kelp: low/high ΟΔΟΣ"],
      ["2", "kelp LOW high οδος"],
    ]);
    const collected = { data: {}, media, titles, orders: [] } as unknown as Parameters<typeof listFiles>[0];
    const sources = { ...api.services, uploads, publicPreviews: { readAvatar: async () => undefined } };
    const namesWithin = async (bytes: number) => {
      const { files, pictures, leftOut } = await listFiles(collected, sources, bytes);
      expect(pictures + leftOut).toBe(3);
      return files.map(({ name }) => name);
    };
    expect(await namesWithin(199)).toEqual(["data.json", "pictures/3.png"]);
    expect(await namesWithin(200)).toEqual(["data.json", "pictures/3.png", "pictures/kelp LOW high οδος.png"]);
    expect(await namesWithin(99)).toEqual(["data.json"]);
    expect(await namesWithin(300)).toHaveLength(4);
    const { files } = await listFiles(collected, sources, 200);
    expect(JSON.parse(String(await files[0]?.read()))).toMatchObject({
      picturesLeftOut: ["pictures/Kelp low high ΟΔΟΣ (2).png"],
    });
  });
});
