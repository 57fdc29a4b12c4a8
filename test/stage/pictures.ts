import { createHash } from "node:crypto";
import { announceUpload, readMedia } from "#shared/contract/media.ts";
import type { MediaState } from "#shared/model/media.ts";
import { createPicture } from "#test/support/pictures.ts";
import { call, waitFor } from "./stage.ts";

/** Uploads a picture as a browser does and waits until it is verified and its previews are made. */
export async function uploadPicture(token: string): Promise<MediaState> {
  const picture = await createPicture({ width: 1600, height: 1200 });
  const sha256 = createHash("sha256").update(picture).digest("hex");
  const body = { mime: "image/jpeg", bytes: picture.length, sha256 };
  const { mediaId, upload } = await call(announceUpload, { body, token });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(picture)], { type: body.mime }), "picture.jpg");
  const sent = await fetch(upload.url, { method: "POST", body: form });
  if (!sent.ok) throw new Error(`The upload answered ${sent.status}: ${(await sent.text()).slice(0, 300)}`);
  return waitFor("the picture's previews", async () => {
    const state = await call(readMedia, { params: { mediaId }, token });
    if (state.status === "failed") throw new Error(`The picture was refused: ${state.reason}`);
    return state.status === "ready" ? state : undefined;
  });
}
