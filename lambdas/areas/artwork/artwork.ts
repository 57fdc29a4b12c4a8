import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { createArtwork, deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import type { FeatureSwitches } from "#shared/features.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkForm } from "#shared/model/artwork.ts";
import { ArtworkId, VersionId } from "#shared/model/ids.ts";
import { type ArtworkTerms, sellsCommercially } from "#shared/rules/artwork-terms.ts";
import { STANDARD_WATERMARK, type Watermark } from "#shared/rules/watermarks.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { ifUnchanged } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { transact } from "../../platform/table/transact.ts";
import { findMedia, findUnusedMedia, type ReadyMedia } from "../media/find-media.ts";
import type { PreviewMaker } from "../media/open-preview-maker.ts";
import { findMark } from "../media/preview-sets.ts";
import { isBeingPaid } from "../purchases/order/find-intent.ts";
import { isProvenOwner } from "../second-factor/factor-proof.ts";
import { findUser } from "../users/find-user.ts";
import { ArtworkEntity, VersionEntity } from "./artwork.entity.ts";
import { listKeys } from "./artwork-lists.ts";
import {
  attachMedia,
  buildDeletion,
  buildHiddenKeys,
  buildShownKeys,
  changeShownCount,
  reuseMedia,
} from "./artwork-writes.ts";
import { getStoredTerms, getWatermark, toOwnerCard } from "./cards.ts";
import { isNewVersion, mergeForm, takesFromOwner } from "./changed-form.ts";
import { draftVersion, replaceVersion } from "./draft-version.ts";
import { type ArtworkItem, findShownArtwork } from "./find-artwork.ts";
import type { ArtworkServices } from "./services.ts";

interface PictureServices {
  readonly table: OpenTable;
  readonly previewMaker: PreviewMaker;
}

/** The picture, after making the previews that these terms and this watermark need. */
async function preparePicture(
  { table, previewMaker }: PictureServices,
  media: ReadyMedia,
  terms: ArtworkTerms & { readonly artworkWatermark?: Watermark | undefined },
) {
  const wanted = sellsCommercially(terms) ? (terms.artworkWatermark ?? STANDARD_WATERMARK) : "plain";
  if (wanted === "plain" ? !media.plainWithdrawn : findMark(media) === wanted) return media;
  await previewMaker.make(media.mediaId, wanted);
  const made = await findMedia(table, media.mediaId);
  return made ? (made as ReadyMedia) : fail("media_not_found");
}

/**
 * Charging needs payments on this stage and an owner with payouts. `before`: the current terms; paid artwork can still be
 * edited after payments were switched off.
 */
function sellingProblem(
  terms: ArtworkTerms,
  features: FeatureSwitches,
  owner: { readonly onboarded: boolean },
  before?: ArtworkTerms,
) {
  const mayAsk = features.payments || (before !== undefined && sellsCommercially(before));
  return sellsCommercially(terms) && !(mayAsk && owner.onboarded) ? fail("commercial_unavailable") : undefined;
}

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
  const version = draftVersion(body, media, 1);
  const shown = body.artworkVisibility === "visible";
  const refused = await transact(table, [
    {
      write: ArtworkEntity.build(PutTransaction).item({
        artworkId,
        versionId,
        ...version,
        card: { ...version.card, ...toOwnerCard(owner) },
        ownerId: owner.userId,
        visibility: body.artworkVisibility,
        watermark: body.artworkWatermark,
        unannounced: true,
        ofOwner: listKeys.ofOwner(owner.userId),
        ...(shown ? buildShownKeys({ artworkId, ownerId: owner.userId }) : {}),
      }),
    },
    { write: VersionEntity.build(PutTransaction).item({ artworkId, versionId, ...version }) },
    ...attachMedia(media, artworkId, body),
    changeShownCount(owner.userId, shown ? 1 : 0),
  ]);
  return refused ?? { artworkId: ArtworkId.parse(artworkId), versionId: VersionId.parse(versionId) };
});

export const updateArtworkHandler = handle(
  updateArtwork,
  async ({ params, body, actor }, services: ArtworkServices) => {
    const { table, features, newId, now } = services;
    const current = await findShownArtwork(table, params.artworkId, actor.userId);
    if (!current) return fail("artwork_not_found");
    if (current.ownerId !== actor.userId) return fail("forbidden");
    if (current.blocked) return fail("artwork_blocked");
    const form = mergeForm(current, body);
    if (form instanceof Failure) return form;
    const shown = form.artworkVisibility === "visible";
    const ids = (versionId: string) => ({
      artworkId: ArtworkId.parse(current.artworkId),
      versionId: VersionId.parse(versionId),
    });

    if (!isNewVersion(current, form, body.mediaId)) {
      if (takesFromOwner(current, form, undefined)) {
        const artist = await findUser(table, actor.userId);
        if (!artist || !(await isProvenOwner(services, artist, actor))) return fail("proof_required");
      }
      const shownAs = await buildWatermarkChange(services, current, form);
      if (shownAs instanceof Failure) return shownAs;
      const refused = await transact(table, [
        {
          write: ArtworkEntity.build(UpdateTransaction)
            .item({ artworkId: current.artworkId, ...shownAs, ...toVisibility(current, shown) })
            .options({ condition: buildUnchangedCondition(current) }),
          failure: "artwork_moved",
        },
        changeShownCount(current.ownerId, computeShownChange(current, shown)),
      ]);
      return refused ?? ids(current.versionId);
    }

    if (!body.expectedVersion) return fail("invalid_request", { fields: { expectedVersion: MESSAGES.required } });
    if (body.expectedVersion !== current.versionId) return fail("artwork_moved");
    const [owner, upload] = await Promise.all([
      findUser(table, actor.userId),
      body.mediaId ? findUnusedMedia(table, body.mediaId, actor.userId, now()) : readInheritedMedia(table, current),
    ]);
    if (!owner) return fail("forbidden");
    if (takesFromOwner(current, form, body.mediaId) && !(await isProvenOwner(services, owner, actor)))
      return fail("proof_required");
    if (upload instanceof Failure) return upload;
    const problem = sellingProblem(form, features, owner, getStoredTerms(current));
    if (problem) return problem;
    const media = await preparePicture(services, upload, form);
    if (media instanceof Failure) return media;

    const versionId = newId();
    const version = draftVersion(form, media, current.number + 1);
    const refused = await transact(table, [
      {
        write: ArtworkEntity.build(UpdateTransaction)
          .item({
            artworkId: current.artworkId,
            versionId,
            ...replaceVersion(version),
            watermark: form.artworkWatermark,
            ...toVisibility(current, shown),
          })
          .options({ condition: buildUnchangedCondition(current) }),
        failure: "artwork_moved",
      },
      { write: VersionEntity.build(PutTransaction).item({ artworkId: current.artworkId, versionId, ...version }) },
      ...(body.mediaId ? attachMedia(media, current.artworkId, form) : reuseMedia(media, form)),
      changeShownCount(current.ownerId, computeShownChange(current, shown)),
    ]);
    return refused ?? ids(versionId);
  },
);

/** Attributes to change where the watermark changes; the stream does the rest. */
async function buildWatermarkChange(services: ArtworkServices, current: ArtworkItem, form: ArtworkForm) {
  const watermark = form.artworkWatermark;
  if (watermark === getWatermark(current)) return {};
  if (!sellsCommercially(form)) return { watermark };
  const upload = await readInheritedMedia(services.table, current);
  const media = upload instanceof Failure ? upload : await preparePicture(services, upload, form);
  return media instanceof Failure ? media : { watermark, card: { previewKey: media.watermarkedKey } };
}

/** Condition that the artwork didn't change (edited, shown, hidden, marked, blocked or deleted) since it was read. */
const buildUnchangedCondition = (current: ArtworkItem) => ({
  and: [
    { attr: "versionId" as const, eq: current.versionId },
    ifUnchanged("card.flagged", current.card.flagged),
    { attr: "visibility" as const, eq: current.visibility },
    ifUnchanged("watermark", current.watermark),
    { attr: "blocked" as const, exists: false },
    { attr: "deletedAt" as const, exists: false },
  ],
});

const computeShownChange = (current: ArtworkItem, shown: boolean) =>
  Number(shown) - Number(current.visibility === "visible");

const toVisibility = (current: ArtworkItem, shown: boolean) => ({
  visibility: shown ? ("visible" as const) : ("invisible" as const),
  ...(shown ? buildShownKeys(current) : buildHiddenKeys()),
});

async function readInheritedMedia(table: OpenTable, { mediaId }: ArtworkItem) {
  const media = await findMedia(table, mediaId);
  return media ? (media as ReadyMedia) : fail("media_not_found");
}

const ATTEMPTS = 3;

/** Marks it as deleted; the stream then deletes media without licences. */
export const deleteArtworkHandler = handle(deleteArtwork, async ({ params, actor }, services: ArtworkServices) => {
  for (let tried = 1; ; tried++) {
    const artwork = await findShownArtwork(services.table, params.artworkId, actor.userId);
    if (!artwork) return fail("artwork_not_found");
    if (artwork.ownerId !== actor.userId) return fail("forbidden");
    if (await isBeingPaid(services.table, artwork)) return fail("artwork_has_open_payment");
    const refused = await markDeleted(services, artwork);
    // It was hidden, deleted or got a payment meanwhile; reading it again tells which.
    if (refused?.code !== "artwork_has_open_payment" || tried === ATTEMPTS) return refused;
  }
});

/** Fails if the artwork changed or a payment started since it was read. */
const markDeleted = ({ table, now }: ArtworkServices, artwork: ArtworkItem) =>
  transact(table, [
    {
      write: ArtworkEntity.build(UpdateTransaction)
        .item(buildDeletion(artwork.artworkId, now()))
        .options({
          condition: {
            and: [
              { attr: "deletedAt", exists: false },
              { attr: "visibility", eq: artwork.visibility },
              ifUnchanged("payments", artwork.payments),
            ],
          },
        }),
      failure: "artwork_has_open_payment",
    },
    changeShownCount(artwork.ownerId, artwork.visibility === "visible" ? -1 : 0),
  ]);
