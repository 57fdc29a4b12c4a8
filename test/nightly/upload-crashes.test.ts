import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, test } from "vitest";
import { findMedia } from "#lambdas/areas/media/find-media.ts";
import { UploadSlotEntity } from "#lambdas/areas/media/upload-quota.entity.ts";
import { computeSha256 } from "#lambdas/events/uploads/inspect-picture.ts";
import { processUpload } from "#lambdas/events/uploads/process-upload.ts";
import { getKeyPrefix } from "#lambdas/platform/table/item-key.ts";
import { announceUpload } from "#shared/contract/media.ts";
import { breaking, Crashed, eachCrash } from "#test/support/breaking.ts";
import { createGiven } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

async function getSlots(userId: string) {
  const { pk, sk } = getKeyPrefix(UploadSlotEntity, { userId });
  const { Items = [] } = await DynamoDBDocumentClient.from(new DynamoDBClient({})).send(
    new QueryCommand({
      TableName: process.env.TABLE_NAME,
      KeyConditionExpression: "pk = :user AND begins_with(sk, :slots)",
      ExpressionAttributeValues: { ":user": pk, ":slots": sk },
    }),
  );
  return Items.map(({ sk }) => String(sk).split("#")[1]);
}

/** An uploaded file that isn't processed yet, beside another upload of the same account. */
async function uploadFile(file: Buffer) {
  const { userId } = await given.user();
  const announce = () => {
    const body = { mime: "image/jpeg", bytes: file.length, sha256: computeSha256(file) };
    return api.call(announceUpload, { as: userId, body });
  };
  const { mediaId, upload } = (await announce()).body;
  await announce();
  const { uploads } = api.services;
  const away = { read: () => Promise.reject(new Crashed()), remove: () => Promise.reject(new Crashed()) };
  Object.assign(api.services, { uploads: away });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(file)]));
  expect((await fetch(upload.url, { method: "POST", body: form })).status).toBe(204);
  await api.settled().catch(() => {});
  Object.assign(api.services, { uploads });
  const media = await findMedia(api.services.table, mediaId);
  if (!media) throw new Error("No upload");
  return { userId, mediaId, key: media.uploadKey };
}

test.each([
  { of: "a picture", file: () => createPicture(), status: "ready", left: ["open", "unpublished", "unpublished"] },
  { of: "a damaged file", file: async () => Buffer.alloc(500, "x"), status: "failed", left: ["open", "unpublished"] },
])(
  "$of whose processing crashes at any call, and comes twice more, frees its own slots once",
  async ({ file, ...ended }) => {
    const bytes = await file();
    const crashPoints = await eachCrash(async (nth, when) => {
      const { userId, mediaId, key } = await uploadFile(bytes);
      const { instead, crashed } = breaking(api, nth, when);
      await processUpload(key, { ...api.services, ...instead } as Api["services"]).catch((error: unknown) => {
        if (!(error instanceof Crashed)) throw error;
      });
      await processUpload(key, api.services);
      await processUpload(key, api.services);
      const { status } = (await findMedia(api.services.table, mediaId)) ?? {};
      expect([nth, when, status, await getSlots(userId)]).toEqual([nth, when, ended.status, ended.left]);
      expect(await api.services.uploads.readSize(key)).toBeUndefined();
      return crashed();
    });
    expect(crashPoints).toBeGreaterThan(6);
  },
);
