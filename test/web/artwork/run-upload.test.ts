import { expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { MediaId } from "#shared/model/ids.ts";
import type { MediaState } from "#shared/model/media.ts";
import { networkError, toApiError } from "#web/api/response.ts";
import { runUpload, type UploadServices } from "#web/features/upload/run-upload.ts";
import { uploadForm } from "#web/features/upload/send-file.ts";
import type { UploadEvent } from "#web/features/upload/upload-state.ts";
import { failure } from "../support/fixtures.ts";
import { aFile, toId } from "./given.ts";

const mediaId = MediaId.parse(toId(1));
const ticket = { url: "https://storage.example/originals", fields: { key: "uploads/1", policy: "p" } };

const media = (status: MediaState["status"], reason: string | null = null): MediaState => ({
  mediaId,
  status,
  reason,
  notice: null,
  previews: [],
  placeholder: null,
  width: null,
  height: null,
});

const refusal = (code: Parameters<typeof failure>[0]) => {
  const { status, body } = failure(code);
  return toApiError(status, body);
};

/** The API's responses to successive polls; an error is thrown. */
function answerReads(...answers: (MediaState | Error)[]): UploadServices["read"] {
  return async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer ?? media("ready");
  };
}

const services: UploadServices = {
  measure: async () => ({ width: 1800, height: 1200 }),
  digest: async () => "a".repeat(64),
  announce: async () => ({ mediaId, upload: ticket }),
  send: async (_ticket, _file, { onProgress }) => onProgress(0.5),
  read: answerReads(media("pending"), media("processing"), media("ready")),
  wait: async () => undefined,
};

async function run(over: Partial<UploadServices> = {}, file = aFile(), signal = new AbortController().signal) {
  const events: UploadEvent[] = [];
  const picked = { file, url: "blob:1" };
  const features = { gif: false };
  await runUpload(
    { picked, attempt: 1, features, signal, dispatch: (event) => events.push(event) },
    { ...services, ...over },
  );
  return events;
}

test("a good picture is announced, sent, watched and ready", async () => {
  const announced: unknown[] = [];
  const events = await run({
    announce: async (file) => {
      announced.push(file);
      return { mediaId, upload: ticket };
    },
  });
  expect(events.map(({ type }) => type)).toEqual(["announced", "progressed", "sent", "reported"]);
  expect(announced).toEqual([{ mime: "image/jpeg", bytes: 9, sha256: "a".repeat(64) }]);
});

test.each([
  ["of another kind", aFile("image/svg+xml"), {}, `${MESSAGES.fileFormat}: JPEG or PNG`],
  [
    "too small",
    aFile(),
    { measure: async () => ({ width: 1023, height: 2000 }) },
    `${MESSAGES.fileTooSmall}; this one has 1023\u00a0×\u00a02000`,
  ],
  ["that the browser can't read", aFile(), { measure: () => Promise.reject(new Error("no")) }, MESSAGES.fileDamaged],
])("a file %s never leaves the browser", async (_name, file, over, reason) => {
  const events = await run({ ...over, announce: () => Promise.reject(new Error("announced")) }, file);
  expect(events).toEqual([{ type: "refused", attempt: 1, reason }]);
});

test("an upload that the server refuses can't be retried", async () => {
  const events = await run({ announce: () => Promise.reject(refusal("file_too_large")) });
  expect(events).toEqual([{ type: "failed", attempt: 1, reason: MESSAGES.fileTooLarge, canRetry: false }]);
});

test.each([
  ["the announcement", { announce: () => Promise.reject(networkError()) }],
  ["the file", { send: () => Promise.reject(new Error("The connection broke")) }],
])("a connection that breaks with %s can be tried again", async (_name, over) => {
  const events = await run(over);
  expect(events.at(-1)).toEqual({ type: "failed", attempt: 1, reason: MESSAGES.network, canRetry: true });
});

test("a short network failure while polling doesn't lose the picture", async () => {
  const events = await run({ read: answerReads(networkError(), refusal("internal"), media("ready")) });
  expect(events.at(-1)).toMatchObject({ type: "reported", media: { status: "ready" } });
});

test("a lasting network failure ends the polling", async () => {
  const events = await run({ read: answerReads(networkError()) });
  expect(events.at(-1)).toMatchObject({ type: "failed", canRetry: true });
});

test("an upload that the server has forgotten ends at once, with its reason", async () => {
  const events = await run({ read: answerReads(refusal("media_not_found")) });
  expect(events.at(-1)).toMatchObject({ type: "failed", reason: MESSAGES.mediaNotFound });
});

test("a picture that the server turns down is reported with the server's reason", async () => {
  const events = await run({ read: answerReads(media("failed", MESSAGES.fileAnimated)) });
  expect(events.at(-1)).toMatchObject({ type: "reported", media: { status: "failed", reason: MESSAGES.fileAnimated } });
});

test("a picture that is never ready is given up in the end", async () => {
  const events = await run({ read: answerReads(media("processing")) });
  expect(events.at(-1)).toEqual({ type: "failed", attempt: 1, reason: MESSAGES.mediaNotReady, canRetry: true });
});

test("a cancelled upload emits no further event", async () => {
  const controller = new AbortController();
  const events = await run(
    {
      send: async () => {
        controller.abort();
        throw new DOMException("Cancelled", "AbortError");
      },
    },
    aFile(),
    controller.signal,
  );
  expect(events.map(({ type }) => type)).toEqual(["announced"]);
});

test("storage gets the policy's fields first and the file last", () => {
  const form = uploadForm(ticket, aFile());
  expect([...form.keys()]).toEqual(["key", "policy", "file"]);
});

test.each([
  ["a JPEG", [0xff, 0xd8, 0xff, 0xe0], "image/jpeg"],
  ["a PNG", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"],
])("%s without a file extension is recognized by its first bytes", async (_name, start, mime) => {
  const announced: unknown[] = [];
  const announce: UploadServices["announce"] = async (file) => {
    announced.push(file.mime);
    return { mediaId, upload: ticket };
  };
  const events = await run({ announce }, new File([Uint8Array.from(start)], "holiday"));
  expect([announced, events.at(-1)?.type]).toEqual([[mime], "reported"]);
});
