import { vi } from "vitest";
import { ArtworkDetail, OwnArtworkCard, Profile } from "#shared/model/artwork.ts";
import { CARD_PROPERTY_FIELDS, toArtworkProperties } from "#shared/model/artwork-properties.ts";
import { toArtworkTexts } from "#shared/model/artwork-texts.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { aUser } from "../support/fixtures.ts";
import type { Reply } from "../support/network.ts";

export const toId = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, "0")}`;

const preview = (width: number) => ({
  width,
  height: Math.round((width * 2) / 3),
  avif: `/media/${width}.avif`,
  webp: `/media/${width}.webp`,
  jpeg: `/media/${width}.jpg`,
});

const picture = {
  previews: [preview(320), preview(640), preview(1280)],
  placeholder: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w",
  width: 1800,
  height: 1200,
  mature: false,
};

export const FREE = {
  artworkAvailability: "available",
  artworkType: "free",
  artworkLicense: "personal",
  artworkUse: "unavailable",
  artworkPersonal: 0,
  artworkCommercial: 0,
} as const;

const SOLD = {
  artworkAvailability: "available",
  artworkType: "commercial",
  artworkLicense: "commercial",
  artworkUse: "separate",
  artworkPersonal: 40,
  artworkCommercial: 250,
} as const;

/** The buyer's price and the artist's earnings at a price in cents, as shown to the artist. */
export function toBothSides(price: number) {
  const { orderEarned, orderSpent } = computeFees(price);
  return `you earn ${centsLabel(orderEarned)}, buyers pay ${centsLabel(orderSpent)}`;
}

export const SHOWN_ONLY = {
  artworkAvailability: "unavailable",
  artworkType: "unavailable",
  artworkLicense: "unavailable",
  artworkUse: "unavailable",
  artworkPersonal: 0,
  artworkCommercial: 0,
} as const;

/** Someone else's artwork unless told. */
export const aCard = (number: number, over: object = {}): OwnArtworkCard =>
  OwnArtworkCard.parse({
    artworkId: toId(number),
    versionId: toId(5000 + number),
    ...toArtworkTexts({ artworkTitle: `Picture ${number}` }),
    owner: { id: toId(800), name: "theo.okafor", fullName: "", avatar: null },
    ...SOLD,
    ...toArtworkProperties({}, null, CARD_PROPERTY_FIELDS),
    ...picture,
    favorites: 3,
    rating: { average: null, count: 0 },
    created: "2026-11-20T10:00:00.000Z",
    artworkVisibility: "visible",
    comments: 1,
    ...over,
  });

interface DetailOver {
  readonly artwork?: Partial<ArtworkDetail["artwork"]>;
  readonly version?: object;
  readonly owner?: object;
}

export function aDetail({ artwork, version, owner }: DetailOver = {}): ArtworkDetail {
  const terms = { ...SOLD, ...version };
  const licenses = listLicenseOptions(terms).map((option) => {
    const { buyerFee, orderSpent } = computeFees(option.licensePrice);
    return { ...option, buyerFee, total: orderSpent };
  });
  return ArtworkDetail.parse({
    artwork: {
      artworkId: toId(1),
      currentVersionId: toId(5001),
      artworkVisibility: "visible",
      artworkWatermark: "light",
      favorites: 3,
      comments: 1,
      rating: { average: 4.5, count: 2 },
      created: "2026-11-20T10:00:00.000Z",
      ...artwork,
    },
    version: {
      versionId: toId(5001),
      number: 1,
      ...toArtworkTexts({ artworkTitle: "Dusk", artworkDescription: "Six layers of ridge" }),
      artworkTags: [],
      ...toArtworkProperties({}, null),
      artworkMature: false,
      ...picture,
      bytes: 2_097_152,
      mime: "image/jpeg",
      created: "2026-11-20T10:00:00.000Z",
      ...terms,
    },
    owner: { id: toId(800), name: "theo.okafor", fullName: "", avatar: null, ...owner },
    favorited: false,
    licenses,
  });
}

/** Another artist's public profile. */
export const aProfile = (over: object = {}) =>
  Profile.parse({
    id: toId(800),
    name: "theo.okafor",
    fullName: "Theo Okafor",
    avatar: null,
    width: null,
    height: null,
    description: "Ridges and lakes",
    country: "SE",
    created: "2026-03-02T10:00:00.000Z",
    rating: { average: null, count: 0 },
    artwork: 1,
    favorites: 31,
    followers: 12,
    links: [],
    banner: null,
    pinned: [],
    ...over,
  });

/** The signed-in user of these tests as an artwork's owner. */
export const ME = (({ id, name }) => ({ id, name, fullName: "", avatar: null }))(aUser());

export const pageReply = (items: readonly { readonly artworkId: string }[], hasMore = false): Reply => ({
  status: 200,
  body: { items, cursor: items.at(-1)?.artworkId ?? null, hasMore },
});

export const ok = (body: unknown, status = 200): Reply => ({ status, body });

/** A fake browser whose pictures all have the same size and whose uploads succeed. */
export function fakeBrowser({ width = 1800, height = 1200, storage = 204 } = {}) {
  const sent: FormData[] = [];
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      naturalWidth = width;
      naturalHeight = height;
      decode = () => Promise.resolve();
    },
  );
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = 0;
      upload: { onprogress?: (event: object) => void } = {};
      onload?: () => void;
      open() {}
      abort() {}
      send(form: FormData) {
        sent.push(form);
        this.upload.onprogress?.({ loaded: 1, total: 2, lengthComputable: true });
        this.status = storage;
        queueMicrotask(() => this.onload?.());
      }
    },
  );
  return { sent };
}

export const aFile = (type = "image/jpeg", name = "dusk.jpg") => new File(["a picture"], name, { type });
