import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { updateArtwork } from "#shared/contract/artwork.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkForm } from "#shared/model/artwork.ts";
import { ArtworkId, VersionId } from "#shared/model/ids.ts";
import { sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { findMedia, findUnusedMedia, type ReadyMedia } from "../media/find-media.ts";
import { Failure, fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { transact } from "../table/transact.ts";
import { findUser } from "../users/find-user.ts";
import { ArtworkEntity, VersionEntity } from "./artwork.entity.ts";
import { attachMedia, countShown, hiddenKeys, reuseMedia, shownKeys } from "./artwork-writes.ts";
import { watermarkOf } from "./cards.ts";
import { changedForm, isNewVersion } from "./changed-form.ts";
import { draftVersion, pictureOf } from "./draft-version.ts";
import { type ArtworkItem, findShownArtwork } from "./find-artwork.ts";
import { preparePicture } from "./prepare-picture.ts";
import { sellingProblem } from "./selling.ts";
import type { ArtworkServices } from "./services.ts";

export const updateArtworkHandler = handle(
  updateArtwork,
  async ({ params, body, actor }, services: ArtworkServices) => {
    const { table, features, newId, now } = services;
    const current = await findShownArtwork(table, params.artworkId, actor.userId);
    if (!current) return fail("artwork_not_found");
    if (current.ownerId !== actor.userId) return fail("forbidden");
    if (current.blocked) return fail("artwork_blocked");
    const form = changedForm(current, body);
    if (form instanceof Failure) return form;
    const shown = form.artworkVisibility === "visible";
    const ids = (versionId: string) => ({
      artworkId: ArtworkId.parse(current.artworkId),
      versionId: VersionId.parse(versionId),
    });

    if (!isNewVersion(current, form, body.mediaId)) {
      const shownAs = await marked(services, current, form);
      if (shownAs instanceof Failure) return shownAs;
      const refused = await transact(table, [
        {
          write: ArtworkEntity.build(UpdateTransaction)
            .item({ artworkId: current.artworkId, ...shownAs, ...visibilityOf(current, shown) })
            .options({ condition: unchanged(current) }),
          otherwise: "artwork_moved",
        },
        countShown(current.ownerId, shownChange(current, shown)),
      ]);
      return refused ?? ids(current.versionId);
    }

    if (!body.expectedVersion) return fail("invalid_request", { fields: { expectedVersion: MESSAGES.required } });
    if (body.expectedVersion !== current.versionId) return fail("artwork_moved");
    const [owner, upload] = await Promise.all([
      findUser(table, actor.userId),
      body.mediaId ? findUnusedMedia(table, body.mediaId, actor.userId, now()) : inheritedMedia(table, current),
    ]);
    if (!owner) return fail("forbidden");
    if (upload instanceof Failure) return upload;
    const problem = sellingProblem(form, features, owner);
    if (problem) return problem;
    const media = await preparePicture(services, upload, form);
    if (media instanceof Failure) return media;

    const versionId = newId();
    const version = draftVersion(form, pictureOf(media, form), current.number + 1);
    const refused = await transact(table, [
      {
        write: ArtworkEntity.build(UpdateTransaction)
          .item({
            artworkId: current.artworkId,
            versionId,
            ...version,
            watermark: form.artworkWatermark,
            ...visibilityOf(current, shown),
          })
          .options({ condition: unchanged(current) }),
        otherwise: "artwork_moved",
      },
      { write: VersionEntity.build(PutTransaction).item({ artworkId: current.artworkId, versionId, ...version }) },
      ...(body.mediaId ? attachMedia(media, current.artworkId, form) : reuseMedia(media, form)),
      countShown(current.ownerId, shownChange(current, shown)),
    ]);
    return refused ?? ids(versionId);
  },
);

/** What changes in the artwork where its previews are to be marked in another way; the table's stream sees to the rest. */
async function marked(services: ArtworkServices, current: ArtworkItem, form: ArtworkForm) {
  const watermark = form.artworkWatermark;
  if (watermark === watermarkOf(current)) return {};
  if (!sellsCommercially(form)) return { watermark };
  const upload = await inheritedMedia(services.table, current);
  const media = upload instanceof Failure ? upload : await preparePicture(services, upload, form);
  return media instanceof Failure ? media : { watermark, previewKey: media.watermarkedKey };
}

/** Nobody changed, showed, hid, blocked or deleted it since it was read. */
const unchanged = (current: ArtworkItem) => ({
  and: [
    { attr: "versionId" as const, eq: current.versionId },
    { attr: "visibility" as const, eq: current.visibility },
    { attr: "blocked" as const, exists: false },
    { attr: "deletedAt" as const, exists: false },
  ],
});

const shownChange = (current: ArtworkItem, shown: boolean) => Number(shown) - Number(current.visibility === "visible");

const visibilityOf = (current: ArtworkItem, shown: boolean) => ({
  visibility: shown ? ("visible" as const) : ("invisible" as const),
  ...(shown ? shownKeys(current) : hiddenKeys()),
});

async function inheritedMedia(table: OpenTable, { mediaId }: ArtworkItem) {
  const media = await findMedia(table, mediaId);
  return media ? (media as ReadyMedia) : fail("media_not_found");
}
