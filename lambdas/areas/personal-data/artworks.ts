import { getCreatedAt } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { requireAll } from "../../platform/table/query-all.ts";
import { ArtworkEntity, VersionEntity } from "../artwork/artwork.entity.ts";
import { getTitle } from "../artwork/cards.ts";
import { type ArtworkItem, findArtwork } from "../artwork/find-artwork.ts";
import { findVersions } from "../artwork/find-versions.ts";
import { TakedownEntity } from "../artwork/takedown.entity.ts";
import { findMedia, type Media } from "../media/find-media.ts";
import { MediaEntity } from "../media/media.entity.ts";
import { UploadSlotEntity } from "../media/upload-quota.entity.ts";
import { declareExport, type Exported } from "./declare-export.ts";
import { readEach } from "./read-each.ts";

const VERSION_WITHOUT = { look: "of the system" } as const;

/** Folders of pictures are secrets. */
const omitFolders = ({ previewKey: _, ownerAvatar: __, ...shown }: Partial<ArtworkItem["card"]>) => shown;

const artworkKind = declareExport(ArtworkEntity, {
  without: {
    ...VERSION_WITHOUT,
    ownerId: "of the system",
    shownBefore: "of the system",
    commentRevision: "of the system",
    payments: "of the system",
    unannounced: "of the system",
    newest: "of the system",
    popular: "of the system",
    popularRank: "of the system",
    ofOwner: "of the system",
    shownOfOwner: "of the system",
  },
  derive: ({ artworkId, card }) => ({ created: getCreatedAt(artworkId), card: omitFolders(card) }),
});

const versionKind = declareExport(VersionEntity, {
  without: { ...VERSION_WITHOUT, artworkId: "of the system" },
  derive: ({ versionId, card }) => ({ created: getCreatedAt(versionId), card: omitFolders(card) }),
});

const takedownKind = declareExport(TakedownEntity, {
  without: {
    artworkId: "of the system",
    ownerId: "of the system",
    reporter: "another person's",
    decidedBy: "another person's",
  },
  derive: ({ takedownId }) => ({ created: getCreatedAt(takedownId) }),
});

const mediaKind = declareExport(MediaEntity, {
  without: {
    ownerId: "of the system",
    uploadKey: "a secret",
    originalKey: "of the system",
    previewKey: "a secret",
    watermarkedKey: "a secret",
    licensedKey: "a secret",
    comingKey: "a secret",
    plainWithdrawn: "of the system",
    look: "of the system",
    openSlot: "of the system",
    unpublishedSlot: "of the system",
  },
  derive: ({ mediaId }) => ({ created: getCreatedAt(mediaId) }),
});

export const ARTWORK_OMISSIONS = {
  artworks: artworkKind.without,
  versions: versionKind.without,
  takedowns: takedownKind.without,
  uploads: mediaKind.without,
};

async function readArtwork(table: OpenTable, artworkId: string, ownerId: string) {
  const artwork = await findArtwork(table, artworkId);
  if (artwork?.ownerId !== ownerId) return undefined;
  const [versions, takedowns] = await Promise.all([
    findVersions(table, artworkId),
    requireAll(table, TakedownEntity, { artworkId }),
  ]);
  return {
    // For a picture used in several versions, the latest title.
    titles: [...versions, artwork].map((each) => [each.mediaId, getTitle(each)] as const),
    record: {
      ...artworkKind.exportItem(artwork),
      versions: versions.map(versionKind.exportItem),
      takedowns: takedowns.map(takedownKind.exportItem),
    },
  };
}

/** Unused uploads hold one of their owner's slots. */
async function listUnusedMediaIds(table: OpenTable, userId: string) {
  const slots = await requireAll(table, UploadSlotEntity, { userId });
  return slots.map(({ mediaId }) => mediaId);
}

/**
 * The user's own of these artworks, with their versions and takedowns, their uploads, the avatar's and unused ones, and
 * titles by upload id.
 */
export async function readArtworks(
  table: OpenTable,
  userId: string,
  { artworkIds, avatarMediaId }: { readonly artworkIds: readonly string[]; readonly avatarMediaId: string | undefined },
): Promise<{
  readonly artworks: readonly Exported[];
  readonly media: readonly Media[];
  readonly titles: ReadonlyMap<string, string>;
}> {
  const artworks = await readEach(artworkIds, (artworkId) => readArtwork(table, artworkId, userId));
  const titles = new Map(artworks.flatMap((artwork) => artwork.titles));
  const mediaIds = [
    ...titles.keys(),
    ...(await listUnusedMediaIds(table, userId)),
    ...(avatarMediaId ? [avatarMediaId] : []),
  ];
  const media = await readEach(mediaIds, (mediaId) => findMedia(table, mediaId));
  const owned = media.filter(({ ownerId }) => ownerId === userId);
  return { artworks: artworks.map(({ record }) => record), media: owned, titles };
}

export const toUploads = (media: readonly Media[]) => media.map(mediaKind.exportItem);
