import { expect, test } from "vitest";
import { listArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import {
  ARTWORK_PROPERTY_FIELDS,
  artworkProperty,
  CARD_PROPERTY_FIELDS,
  getPropertyCodes,
  toArtworkProperties,
} from "#shared/model/artwork-properties.ts";
import { createIndexUpdater } from "#test/support/follow-index.ts";
import { createGiven } from "#test/support/given.ts";
import { startApi } from "#test/support/start-api.ts";

test.each(ARTWORK_PROPERTY_FIELDS)("%s is stored, returned, filtered and cleared as declared", async (field) => {
  const api = await startApi();
  const given = createGiven(api);
  const updateIndex = createIndexUpdater(api);
  const artist = await given.seller();
  const [code = "", other = ""] = getPropertyCodes(field);
  const { artworkId, versionId } = await given.artwork(artist.userId, { [field]: code });
  await updateIndex();
  const read = async () => (await api.call(readArtwork, { params: { artworkId } })).body.version;
  expect(await read()).toMatchObject({ ...toArtworkProperties({}, null), [field]: code });

  const { filter } = artworkProperty(field);
  const list = async (query: Record<string, unknown>) => (await api.call(listArtwork, { query })).body.items;
  const [card = {}] = await list({});
  expect(field in card).toBe(CARD_PROPERTY_FIELDS.some((shown) => shown === field));
  if (filter) {
    expect(await list({ [filter]: code })).toMatchObject([{ artworkId }]);
    expect(await list({ [filter]: other })).toEqual([]);
  }

  const body = { [field]: null, expectedVersion: versionId };
  await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });
  expect(await read()).toMatchObject(toArtworkProperties({}, null));
});

test("each filter belongs to one property", () => {
  const filters = ARTWORK_PROPERTY_FIELDS.flatMap((field) => artworkProperty(field).filter ?? []);
  expect(filters).toEqual([...new Set(filters)]);
});
