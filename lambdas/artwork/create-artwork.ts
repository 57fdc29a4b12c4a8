import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { createArtwork } from "#shared/contract/artwork.ts";
import { ArtworkId, VersionId } from "#shared/model/ids.ts";
import { findUnusedMedia } from "../media/find-media.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { transact } from "../table/transact.ts";
import { findUser } from "../users/find-user.ts";
import { ArtworkEntity, VersionEntity } from "./artwork.entity.ts";
import { listKeys } from "./artwork-lists.ts";
import { attachMedia, countShown, shownKeys } from "./artwork-writes.ts";
import { draftVersion, pictureOf } from "./draft-version.ts";
import { preparePicture } from "./prepare-picture.ts";
import { sellingProblem } from "./selling.ts";
import type { ArtworkServices } from "./services.ts";

export const createArtworkHandler = handle(createArtwork, async ({ body, actor }, services: ArtworkServices) => {
  const { table, newId, features, now } = services;
  const [owner, upload] = await Promise.all([
    findUser(table, actor.userId),
    findUnusedMedia(table, body.mediaId, actor.userId, now()),
  ]);
  if (!owner) return fail("forbidden");
  if (upload instanceof Failure) return upload;
  const problem = sellingProblem(body, features, owner);
  if (problem) return problem;
  const media = await preparePicture(services, upload, body);
  if (media instanceof Failure) return media;

  const artworkId = newId();
  const versionId = newId();
  const version = draftVersion(body, pictureOf(media, body), 1);
  const shown = body.artworkVisibility === "visible";
  const refused = await transact(table, [
    {
      write: ArtworkEntity.build(PutTransaction).item({
        artworkId,
        versionId,
        ...version,
        ownerId: owner.userId,
        ownerName: owner.name,
        ownerAvatar: owner.avatarKey,
        visibility: body.artworkVisibility,
        watermark: body.artworkWatermark,
        unannounced: true,
        ofOwner: listKeys.ofOwner(owner.userId),
        ...(shown ? shownKeys({ artworkId, ownerId: owner.userId }) : {}),
      }),
    },
    { write: VersionEntity.build(PutTransaction).item({ artworkId, versionId, ...version }) },
    ...attachMedia(media, artworkId, body),
    countShown(owner.userId, shown ? 1 : 0),
  ]);
  return refused ?? { artworkId: ArtworkId.parse(artworkId), versionId: VersionId.parse(versionId) };
});
