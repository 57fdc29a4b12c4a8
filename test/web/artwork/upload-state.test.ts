import { expect, test } from "vitest";
import { MediaId } from "#shared/model/ids.ts";
import type { MediaState } from "#shared/model/media.ts";
import {
  EMPTY_UPLOAD,
  isInProgress,
  nextUpload,
  type UploadEvent,
  type UploadState,
} from "#web/features/upload/upload-state.ts";

const picked = { file: new File(["picture"], "dusk.jpg", { type: "image/jpeg" }), url: "blob:dusk" };
const another = { file: new File(["picture"], "dawn.png", { type: "image/png" }), url: "blob:dawn" };
const mediaId = MediaId.parse("0199a000-0000-7000-8000-000000000001");

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

const report = (status: MediaState["status"], reason: string | null = null): UploadEvent => ({
  type: "reported",
  attempt: 1,
  media: media(status, reason),
  errorMessage: "The picture couldn't be used. Choose another one",
});

const states = {
  empty: EMPTY_UPLOAD,
  refused: { step: "refused", picked, reason: "too small" },
  checking: { step: "checking", picked, attempt: 1 },
  uploading: { step: "uploading", picked, attempt: 1, progress: 0.4 },
  processing: { step: "processing", picked, attempt: 1, mediaId },
  ready: { step: "ready", picked, attempt: 1, media: media("ready") },
  failed: { step: "failed", picked, attempt: 1, reason: "Network Error", canRetry: true },
  condemned: { step: "failed", picked, attempt: 1, reason: "damaged", canRetry: false },
} satisfies Record<string, UploadState>;

type Name = keyof typeof states;

const events = {
  picked: { type: "picked", picked: another, attempt: 2 },
  refused: { type: "refused", attempt: 1, reason: "too small" },
  announced: { type: "announced", attempt: 1 },
  progressed: { type: "progressed", attempt: 1, progress: 0.7 },
  sent: { type: "sent", attempt: 1, mediaId },
  pending: report("pending"),
  processing: report("processing"),
  ready: report("ready"),
  condemned: report("failed", "damaged"),
  failed: { type: "failed", attempt: 1, reason: "Network Error", canRetry: true },
  retried: { type: "retried", attempt: 2 },
  cleared: { type: "cleared" },
} satisfies Record<string, UploadEvent>;

/** Every transition; events that aren't listed don't change the state. */
const transitions: Partial<Record<Name, Partial<Record<keyof typeof events, UploadState>>>> = {
  checking: {
    refused: states.refused,
    announced: { step: "uploading", picked, attempt: 1, progress: 0 },
    failed: states.failed,
  },
  uploading: {
    progressed: { step: "uploading", picked, attempt: 1, progress: 0.7 },
    sent: states.processing,
    failed: states.failed,
  },
  processing: { ready: states.ready, condemned: states.condemned, failed: states.failed },
  failed: { retried: { step: "checking", picked, attempt: 2 } },
};

const everyPair = (Object.keys(states) as Name[]).flatMap((state) =>
  (Object.keys(events) as (keyof typeof events)[]).map((event) => [state, event] as const),
);

test.each(everyPair)("%s, then %s", (state, event) => {
  const always: Partial<Record<keyof typeof events, UploadState>> = {
    picked: { step: "checking", picked: another, attempt: 2 },
    cleared: EMPTY_UPLOAD,
  };
  const expected = transitions[state]?.[event] ?? always[event] ?? states[state];
  expect(nextUpload(states[state], events[event])).toEqual(expected);
});

test("a late report of an earlier attempt doesn't touch the present one", () => {
  const present: UploadState = { ...states.uploading, attempt: 2 };
  for (const event of [events.sent, events.failed, events.progressed, events.ready, events.refused]) {
    expect(nextUpload(present, event)).toBe(present);
  }
});

test("progress never runs backwards and never leaves 0 to 1", () => {
  const at = (progress: number) => nextUpload(states.uploading, { type: "progressed", attempt: 1, progress });
  expect(at(0.1)).toMatchObject({ progress: 0.4 });
  expect(at(7)).toMatchObject({ progress: 1 });
});

test("a picture that the server turned down without a reason still gets one", () => {
  expect(nextUpload(states.processing, report("failed"))).toMatchObject({
    reason: "The picture couldn't be used. Choose another one",
  });
});

test("only checking, uploading and processing count as in progress", () => {
  const underWay = Object.values(states)
    .filter(isInProgress)
    .map(({ step }) => step);
  expect(underWay).toEqual(["checking", "uploading", "processing"]);
});
