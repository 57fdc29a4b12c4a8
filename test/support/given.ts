import { createHash } from "node:crypto";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { ClaimEntity } from "#lambdas/users/claim.entity.ts";
import { UserEntity } from "#lambdas/users/user.entity.ts";
import { createArtwork } from "#shared/contract/artwork.ts";
import { announceAvatar, announceUpload } from "#shared/contract/media.ts";
import type { ArtworkFormInput } from "#shared/model/artwork.ts";
import { pictureOf } from "./pictures.ts";
import type { Api } from "./start-api.ts";

let people = 0;

/** Builders for what a test starts from; all but the users themselves are made through the API. */
export function givenIn(api: Api) {
  /** A verified account, put straight into the table. */
  async function user(facts: { onboarded?: boolean; fullName?: string } = {}) {
    const userId = api.services.newId();
    const name = `artist_${++people}`;
    const email = `${name}@ochre.test`;
    const { table } = api.services;
    await table.send(
      UserEntity.build(PutItemCommand).item({ userId, name, fullName: "Some Artist", email, verified: true, ...facts }),
    );
    await table.send(ClaimEntity.build(PutItemCommand).item({ kind: "NAME", value: name, userId }));
    await table.send(ClaimEntity.build(PutItemCommand).item({ kind: "EMAIL", value: email, userId }));
    return { userId, name, email };
  }

  /** A file announced and sent, as a browser does it; `status` is what the bucket answered. */
  async function upload(
    userId: string,
    file: Buffer,
    mime = "image/jpeg",
    announce: typeof announceUpload | typeof announceAvatar = announceUpload,
  ) {
    const sha256 = createHash("sha256").update(file).digest("hex");
    const ticket = await api.call(announce, { as: userId, body: { mime, bytes: file.length, sha256 } });
    const form = new FormData();
    for (const [name, value] of Object.entries(ticket.body.upload.fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(file)], { type: mime }));
    const { status } = await fetch(ticket.body.upload.url, { method: "POST", body: form });
    await api.settled();
    return { mediaId: ticket.body.mediaId, ticket: ticket.body, status };
  }

  /** A verified avatar, not taken yet. */
  const avatar = async (userId: string) =>
    upload(userId, await pictureOf({ width: 400, height: 300 }), "image/jpeg", announceAvatar);

  /** The picture that tests use when any will do, made once. */
  let anyPicture: Promise<Buffer> | undefined;

  /** A published artwork; free and visible unless told otherwise. */
  async function artwork(ownerId: string, form: Partial<ArtworkFormInput> = {}) {
    anyPicture ??= pictureOf();
    const { mediaId } = await upload(ownerId, await anyPicture);
    const created = await api.call(createArtwork, { as: ownerId, body: { ...freeArtwork, ...form, mediaId } });
    return { ...created.body, mediaId };
  }

  return { user, upload, avatar, artwork };
}

/** A form that anyone may publish. */
export const freeArtwork = {
  artworkTitle: "Dunes at noon",
  artworkDescription: "Sand and light.",
  artworkAvailability: "available",
  artworkType: "free",
  artworkLicense: "personal",
  artworkVisibility: "visible",
} as const satisfies ArtworkFormInput;
