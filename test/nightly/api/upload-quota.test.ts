import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { UploadedBytesEntity, UploadSlotEntity } from "#lambdas/areas/media/upload-quota.entity.ts";
import { finishProcessing, startProcessing } from "#lambdas/events/uploads/media-state.ts";
import { processUpload } from "#lambdas/events/uploads/process-upload.ts";
import { getKey } from "#lambdas/platform/table/item-key.ts";
import { createArtwork } from "#shared/contract/artwork.ts";
import { announceAvatar, announceUpload, readMedia } from "#shared/contract/media.ts";
import { updateUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { createGiven, freeArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

const { open, unpublished, bytesPerDay } = LIMITS.uploads;

const announce = (as: string, bytes = 1000, route: typeof announceUpload | typeof announceAvatar = announceUpload) =>
  api.call(route, { as, body: { mime: "image/jpeg", bytes, sha256: "a".repeat(64) } });

const announceMany = async (as: string, count: number) => {
  const statuses: number[] = [];
  for (let nth = 0; nth < count; nth++) statuses.push((await announce(as)).status);
  return statuses;
};

/** The slots of a kind that the account's uploads hold, including expired ones. */
async function getSlots(userId: string, kind: "open" | "unpublished") {
  const { pk, sk } = getKey(UploadSlotEntity, { userId, slot: `${kind}#` });
  const { Items = [] } = await DynamoDBDocumentClient.from(new DynamoDBClient({})).send(
    new QueryCommand({
      TableName: process.env.TABLE_NAME,
      KeyConditionExpression: "pk = :user AND begins_with(sk, :kind)",
      ExpressionAttributeValues: { ":user": pk, ":kind": sk },
    }),
  );
  return Items;
}

const retryAfter = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => Number(headers["retry-after"]);

describe("presigned uploads at once", () => {
  test(`of 300 requested at once, at most ${open} are granted`, async () => {
    const { userId } = await given.user();
    const replies = await Promise.all(Array.from({ length: 300 }, () => announce(userId)));
    const statuses = replies.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([201, 429]);
    const granted = statuses.filter((status) => status === 201).length;
    expect(granted).toBeLessThanOrEqual(open);
    expect(await announceMany(userId, open - granted)).toEqual(Array(open - granted).fill(201));

    const refused = await announce(userId);
    expect([refused.status, refused.failure]).toEqual([
      429,
      {
        code: "too_many_open_uploads",
        message: MESSAGES.tooManyOpenUploads,
        expose: true,
        fields: { artworkMedia: MESSAGES.tooManyOpenUploads },
      },
    ]);
    expect(MESSAGES.tooManyOpenUploads).toMatch(/20 uploads .* 10 minutes/);
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(retryAfter(refused)).toBeLessThanOrEqual(LIFETIMES.upload);
  });

  test("are limited per account", async () => {
    const [one, other] = [await given.user(), await given.user()];
    await announceMany(one.userId, open);
    expect([(await announce(one.userId)).status, (await announce(other.userId)).status]).toEqual([429, 201]);
  });

  test("that were never sent stop counting when they expire", async () => {
    const { userId } = await given.user();
    await announceMany(userId, open);
    expect((await announce(userId)).status).toBe(429);
    api.travel(LIFETIMES.upload + 1);
    expect((await announce(userId)).status).toBe(201);
  });

  test("that arrived stop counting at once, whether the picture is accepted or not", async () => {
    const { userId } = await given.user();
    await announceMany(userId, open - 1);
    const ready = await given.upload(userId, await createPicture());
    const failed = await given.upload(userId, await createPicture({ width: 1023 }));
    const states = [ready, failed].map(({ mediaId }) => api.call(readMedia, { as: userId, params: { mediaId } }));
    expect((await Promise.all(states)).map(({ body }) => body.status)).toEqual(["ready", "failed"]);
    expect([(await announce(userId)).status, (await announce(userId)).status]).toEqual([201, 429]);
  });

  test("count avatars too, whose form shows the message", async () => {
    const { userId } = await given.user();
    await announceMany(userId, open - 1);
    expect((await announce(userId, 1000, announceAvatar)).status).toBe(201);
    const refused = await announce(userId, 1000, announceAvatar);
    expect([refused.status, refused.failure.fields]).toEqual([429, { userMedia: MESSAGES.tooManyOpenUploads }]);
    expect(retryAfter(refused)).toBeLessThanOrEqual(LIFETIMES.upload);
  });

  test("don't free a later upload's slot when they arrive after their expiry", async () => {
    const { userId } = await given.user();
    const first = await Promise.all(Array.from({ length: open }, () => announce(userId)));
    expect(first.every(({ status }) => status === 201)).toBe(true);
    api.travel(LIFETIMES.upload + 1);
    await announceMany(userId, open);
    const late = await findMedia(api.services.table, first[0]?.body.mediaId ?? "");
    if (!late) throw new Error("No upload");
    await startProcessing(api.services.table, late.mediaId);
    await finishProcessing(api.services, late, { status: "failed", reason: MESSAGES.fileDamaged });
    expect((await findMedia(api.services.table, late.mediaId))?.status).toBe("failed");
    expect((await announce(userId)).status).toBe(429);
    expect(await getSlots(userId, "unpublished")).toHaveLength(2 * open - 1);
  });
});

describe("unpublished pictures", () => {
  test(`are ${unpublished} at most; one that is published, used as avatar or removed makes room`, async () => {
    const { userId } = await given.user();
    const [picture, avatar] = [await given.picture(userId), await given.avatar(userId)];
    for (let left = unpublished - 2; left > 0; left -= open) {
      expect(new Set(await announceMany(userId, Math.min(open, left)))).toEqual(new Set([201]));
      api.travel(LIFETIMES.upload + 1);
    }
    const refused = await announce(userId);
    expect([refused.status, refused.failure.code]).toEqual([429, "too_many_unpublished"]);
    expect(refused.failure.message).toMatch(/100 unpublished pictures.* 24 hours/);
    expect(retryAfter(refused)).toBeGreaterThan(20 * 3600);
    expect(retryAfter(refused)).toBeLessThan(24 * 3600);

    const published = await api.call(createArtwork, { as: userId, body: { ...freeArtwork, mediaId: picture } });
    expect(published.status).toBe(201);
    expect([(await announce(userId)).status, (await announce(userId)).status]).toEqual([201, 429]);
    const body = { userName: "Some Artist", userMedia: avatar.mediaId };
    expect((await api.call(updateUser, { as: userId, params: { userId }, body })).status).toBe(200);
    expect([(await announce(userId)).status, (await announce(userId)).status]).toEqual([201, 429]);
    api.travel(LIFETIMES.unusedMedia);
    expect((await announce(userId)).status).toBe(201);
  });

  test("can't be published once they have expired, even before the table has deleted them", async () => {
    const { userId } = await given.user();
    const mediaId = await given.picture(userId);
    api.travel(LIFETIMES.unusedMedia);
    const late = await api.call(createArtwork, { as: userId, body: { ...freeArtwork, mediaId } });
    expect([late.status, late.failure.code]).toEqual([404, "media_not_found"]);
  });
});

describe("bytes announced in a day", () => {
  test("are limited to the byte, and reset at midnight UTC", async () => {
    const { userId } = await given.user();
    const seconds = Math.floor(api.services.now().getTime() / 1000);
    const day = Math.floor(seconds / 86_400);
    const used = { userId, day: String(day), bytes: bytesPerDay - 1000, expires: seconds + 86_400 };
    await api.services.table.send(UploadedBytesEntity.build(PutItemCommand).item(used));

    const refused = await announce(userId, 1001);
    expect([refused.status, refused.failure.code]).toEqual([429, "too_many_uploaded_bytes"]);
    expect(refused.failure.message).toMatch(/1 GB a day.*midnight UTC/);
    expect(Math.abs(retryAfter(refused) - ((day + 1) * 86_400 - seconds))).toBeLessThan(30);
    expect([(await announce(userId, 1000)).status, (await announce(userId, 1)).status]).toEqual([201, 429]);
    api.travel(retryAfter(refused));
    expect((await announce(userId, 1001)).status).toBe(201);
  });
});

describe("a form that is sent again after its upload was processed", () => {
  const getBytes = async (userId: string) => {
    const day = String(Math.floor(api.services.now().getTime() / 86_400_000));
    const { Item } = await api.services.table.send(UploadedBytesEntity.build(GetItemCommand).key({ userId, day }));
    return Item?.bytes;
  };

  test.each([
    ["ready", 1024],
    ["failed", 1023],
  ])("as %s counts its bytes again, derives nothing and leaves no file", async (status, width) => {
    const { userId } = await given.user();
    const file = await createPicture({ width });
    const { mediaId, ticket } = await given.upload(userId, file);
    const before = await findMedia(api.services.table, mediaId);
    expect([before?.status, await getBytes(userId)]).toEqual([status, file.length]);

    const derive = vi.spyOn(api.services.previews, "put");
    const read = vi.spyOn(api.services.uploads, "read");
    const form = new FormData();
    for (const [name, value] of Object.entries(ticket.upload.fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(file)], { type: "image/jpeg" }));
    expect((await fetch(ticket.upload.url, { method: "POST", body: form })).status).toBe(204);
    await api.settled();
    expect([derive.mock.calls, read.mock.calls]).toEqual([[], []]);
    vi.restoreAllMocks();

    expect(await findMedia(api.services.table, mediaId)).toEqual(before);
    expect(await api.services.uploads.readSize(before?.uploadKey ?? "")).toBeUndefined();
    expect(await getBytes(userId)).toBe(2 * file.length);
  });

  test("counts nothing when only the event arrives twice", async () => {
    const { userId } = await given.user();
    const file = await createPicture();
    const { mediaId } = await given.upload(userId, file);
    const media = await findMedia(api.services.table, mediaId);
    await processUpload(media?.uploadKey ?? "", api.services);
    expect(await getBytes(userId)).toBe(file.length);
  });
});
