import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beforeAll, describe, expect, test } from "vitest";
import { AudienceEntity } from "#lambdas/areas/audience/audience.entity.ts";
import { recordProof } from "#lambdas/areas/second-factor/factor-proof.ts";
import { createArtwork, deleteArtwork, listArtwork, readArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { listMyArtwork, listUploads, listUserArtwork, readUser } from "#shared/contract/users.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { MESSAGES } from "#shared/messages.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { SESSION_ID } from "#test/support/event.ts";
import { createGiven, freeArtwork, pricedArtwork } from "#test/support/given.ts";
import { createPicture } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof createGiven>;

beforeAll(async () => {
  api = await startApi();
  given = createGiven(api);
});

describe("publishing", () => {
  test("creates an artwork that its page, its owner's lists and the public list show alike", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);

    const page = await api.call(readArtwork, { params: { artworkId } });
    expect(page.status).toBe(200);
    expect(page.body.artwork).toMatchObject({ artworkId, currentVersionId: versionId, favorites: 0, comments: 0 });
    expect(page.body.version).toMatchObject({
      ...withoutVisibility(freeArtwork),
      number: 1,
      width: 1200,
      height: 1024,
    });
    expect(page.body.owner).toEqual({ id: artist.userId, name: artist.name, fullName: "Some Artist", avatar: null });
    expect(page.body.licenses).toEqual([{ licenseType: "personal", licensePrice: 0, buyerFee: 0, total: 0 }]);

    const everyone = await api.call(listArtwork);
    expect(everyone.body.items[0]).toMatchObject({ artworkId, versionId, artworkTitle: "Dunes at noon" });
    const shown = await api.call(listUserArtwork, { params: { username: artist.name.toUpperCase() } });
    expect(shown.body.items).toEqual([everyone.body.items[0]]);
    const self = { as: artist.userId, params: { userId: artist.userId } };
    const own = await api.call(listMyArtwork, self);
    expect(own.body.items).toEqual([{ ...everyone.body.items[0], artworkVisibility: "visible", comments: 0 }]);
    const uploads = await api.call(listUploads, self);
    expect(uploads.body.items[0]).not.toHaveProperty("artworkType");
    expect((await api.call(readUser, { params: { username: artist.name } })).body.artwork).toBe(1);
  });

  test("refuses a picture that isn't the caller's, isn't ready, or belongs to an artwork already", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const { mediaId } = await given.upload(artist.userId, await createPicture());
    const publish = (as: string, id: string) =>
      api
        .call(createArtwork, { as, body: { ...freeArtwork, mediaId: id } })
        .then(({ status, failure }) => [status, failure.code]);

    expect(await publish(other.userId, mediaId)).toEqual([404, "media_not_found"]);
    expect(await publish(artist.userId, api.services.newId())).toEqual([404, "media_not_found"]);
    const small = await given.upload(artist.userId, await createPicture({ width: 900 }));
    expect(await publish(artist.userId, small.mediaId)).toEqual([422, "media_failed"]);
    expect((await publish(artist.userId, mediaId))[0]).toBe(201);
    expect(await publish(artist.userId, mediaId)).toEqual([422, "media_used"]);
  });

  test("reports every invalid field", async () => {
    const artist = await given.user();
    const reply = await api.call(createArtwork, { as: artist.userId, body: {} });
    expect(reply.status).toBe(400);
    expect(reply.failure).toEqual({
      message: MESSAGES.required,
      code: "invalid_request",
      expose: false,
      fields: {
        artworkTitle: MESSAGES.required,
        artworkAvailability: MESSAGES.required,
        artworkVisibility: MESSAGES.required,
        mediaId: MESSAGES.fileMissing,
      },
    });
  });

  test("for sale requires payments and an onboarded owner", async () => {
    const forSale = { artworkType: "commercial", artworkPersonal: 20 } as const;
    const artist = await given.user();
    const { mediaId } = await given.upload(artist.userId, await createPicture());
    const body = { ...freeArtwork, ...forSale, mediaId };
    const refused = await api.call(createArtwork, { as: artist.userId, body });
    expect(refused.status).toBe(422);
    expect(refused.failure.message).toBe("Creating commercially available artwork is not yet available");

    const seller = await given.user({ onboarded: true });
    const { artworkId } = await given.artwork(seller.userId, forSale);
    const page = await api.call(readArtwork, { params: { artworkId } });
    const { buyerFee, orderSpent: total } = computeFees(2000);
    expect(page.body.licenses).toEqual([{ licenseType: "personal", licensePrice: 2000, buyerFee, total }]);
  });

  test("for sale shows watermarked previews", async () => {
    const seller = await given.user({ onboarded: true });
    const free = await given.artwork(seller.userId);
    const plain = await getPreview(free.artworkId);
    const change = { artworkType: "commercial", artworkPersonal: 20, expectedVersion: free.versionId };
    const sold = await api.call(updateArtwork, { as: seller.userId, params: free, body: change });
    expect(sold.status).toBe(200);
    const marked = await getPreview(free.artworkId);
    expect(marked.path).not.toBe(plain.path);
    expect(marked.bytes).not.toEqual(plain.bytes);
  });
});

describe("an owner's own list", () => {
  test("has sales and views, in the order that was asked for, page by page", async () => {
    const [artist, buyer] = [await given.user(), await given.user()];
    const free = await given.artwork(artist.userId, { artworkTitle: "Dune 10" });
    const viewed = await given.artwork(artist.userId, { artworkTitle: "dune 9", artworkAlt: "A white heron" });
    const plain = await given.artwork(artist.userId, { artworkTitle: "Éclair", artworkAvailability: "unavailable" });
    await given.order(free.artworkId, buyer.userId);
    await api.services.table.send(
      AudienceEntity.build(PutItemCommand).item({
        artistId: artist.userId,
        place: `2026-10#${viewed.artworkId}`,
        views03: 2,
        views04: 5,
      }),
    );
    const list = async (query: Record<string, unknown>) => {
      const call = { as: artist.userId, params: { userId: artist.userId }, query };
      return (await api.call(listMyArtwork, call)).body;
    };
    const titles = async (query: Record<string, unknown>) =>
      (await list(query)).items.map(({ artworkTitle }) => artworkTitle);
    const newest = await list({});
    expect(newest.items.map(({ sales, views }) => [sales, views])).toEqual([
      [undefined, undefined],
      [undefined, 7],
      [1, undefined],
    ]);
    expect(await titles({ sort: "title" })).toEqual(["dune 9", "Dune 10", "Éclair"]);
    expect(await titles({ sort: "sales" })).toEqual(["Dune 10", "Éclair", "dune 9"]);
    expect(await titles({ sort: "views" })).toEqual(["dune 9", "Éclair", "Dune 10"]);
    expect((await titles({ sort: "price" })).at(-1)).toBe("Éclair");
    expect(await titles({ q: "HERON whit" })).toEqual(["dune 9"]);
    expect(await titles({ q: "dune" })).toEqual(["dune 9", "Dune 10"]);
    expect(await titles({ q: "nothing" })).toEqual([]);
    const first = await list({ sort: "title", limit: 1 });
    await api.call(deleteArtwork, { as: artist.userId, params: { artworkId: viewed.artworkId } });
    expect(await titles({ sort: "title", limit: 1, cursor: first.cursor })).toEqual(["Dune 10"]);
    expect(await titles({ sort: "title", cursor: plain.artworkId })).toEqual([]);
  });
});

describe("changing", () => {
  test("makes a new version from the one it is based on, and refuses any other", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const change = (body: object) => api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body });

    const withoutVersion = await change({ artworkTitle: "Dunes at dusk" });
    expect([withoutVersion.status, withoutVersion.failure.fields]).toEqual([
      400,
      { expectedVersion: MESSAGES.required },
    ]);
    const first = await change({ artworkTitle: "Dunes at dusk", expectedVersion: versionId });
    expect(first.body.versionId).not.toBe(versionId);
    const second = await change({ artworkTitle: "Dunes at dawn", expectedVersion: versionId });
    expect([second.status, second.failure.code]).toEqual([409, "artwork_moved"]);
    const page = await api.call(readArtwork, { params: { artworkId } });
    expect(page.body.version).toMatchObject({
      number: 2,
      artworkTitle: "Dunes at dusk",
      artworkDescription: "Sand and light.",
    });
  });

  test("of the price or picture requires a fresh second factor from an owner who has one", async () => {
    const artist = await given.seller({ factors: 1 });
    const { artworkId, ...first } = await given.artwork(artist.userId, pricedArtwork);
    let { versionId } = first;
    const { mediaId } = await given.upload(artist.userId, await createPicture({ width: 1300 }));
    async function change(body: object) {
      const call = { as: artist.userId, params: { artworkId }, body: { ...body, expectedVersion: versionId } };
      const reply = await api.call(updateArtwork, call);
      versionId = reply.body?.versionId ?? versionId;
      return reply.failure?.code ?? reply.status;
    }
    const guarded = [{ mediaId }, { artworkPersonal: 10 }, { ...freeArtwork }];
    for (const body of guarded) expect([body, await change(body)]).toEqual([body, "proof_required"]);
    expect(await change({ ...pricedArtwork, artworkTitle: "Dunes at dusk" })).toBe(200);
    expect(await change({ artworkWatermark: "strong" })).toBe(200);
    for (const artworkWatermark of ["light", "none"]) expect(await change({ artworkWatermark })).toBe("proof_required");
    await recordProof(api.services, { userId: artist.userId, sessionId: SESSION_ID });
    for (const body of guarded) expect([body, await change(body)]).toEqual([body, 200]);
    api.travel(LIFETIMES.factorProof);
    expect(await change({ artworkAvailability: "unavailable" })).toBe("proof_required");
  });

  test("concurrently succeeds exactly once", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const replies = await Promise.all(
      ["One", "Two", "Three", "Four"].map((artworkTitle) =>
        api.call(updateArtwork, {
          as: artist.userId,
          params: { artworkId },
          body: { artworkTitle, expectedVersion: versionId },
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("with the whole form clears a description that is left out", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const { artworkDescription: _, ...form } = freeArtwork;
    await api.call(updateArtwork, {
      as: artist.userId,
      params: { artworkId },
      body: { ...form, expectedVersion: versionId },
    });
    expect((await api.call(readArtwork, { params: { artworkId } })).body.version.artworkDescription).toBe("");
  });

  test("of what the picture shows makes a version; a form without it keeps it, an empty one clears it", async () => {
    const artist = await given.user();
    const { artworkId, ...first } = await given.artwork(artist.userId, { artworkAlt: "Two dunes\nunder a white sky." });
    let { versionId } = first;
    const change = async (body: object) => {
      const call = { as: artist.userId, params: { artworkId }, body: { ...body, expectedVersion: versionId } };
      ({ versionId } = (await api.call(updateArtwork, call)).body);
      return (await api.call(readArtwork, { params: { artworkId } })).body.version;
    };
    expect(await change({ ...freeArtwork, artworkTitle: "Dunes" })).toMatchObject({
      artworkAlt: "Two dunes under a white sky.",
    });
    expect(await change({ artworkAlt: "Three dunes." })).toMatchObject({ number: 3, artworkAlt: "Three dunes." });
    expect(await change({ ...freeArtwork, artworkAlt: "" })).toMatchObject({ number: 4, artworkAlt: "" });
  });

  test("of tags, medium and source makes a version; a complete form without them clears them, a partial one doesn't", async () => {
    const artist = await given.user();
    const { artworkId, ...first } = await given.artwork(artist.userId, {
      artworkTags: ["#Forest", "Pixel Art", "forest"],
      artworkMedium: "pixel-art",
      artworkSource: "hand",
    });
    let { versionId } = first;
    const labels = async () => {
      const { version } = (await api.call(readArtwork, { params: { artworkId } })).body;
      return [version.number, version.artworkTags, version.artworkMedium, version.artworkSource];
    };
    const change = async (body: object) => {
      const reply = await api.call(updateArtwork, {
        as: artist.userId,
        params: { artworkId },
        body: { ...body, expectedVersion: versionId },
      });
      versionId = reply.body.versionId ?? versionId;
      return reply;
    };
    expect(await labels()).toEqual([1, ["forest", "pixel-art"], "pixel-art", "hand"]);
    await change({ artworkTitle: "Dunes at dusk" });
    expect(await labels()).toEqual([2, ["forest", "pixel-art"], "pixel-art", "hand"]);
    await change({ artworkTags: ["FOREST", "pixel_art"] });
    expect(await labels()).toEqual([2, ["forest", "pixel-art"], "pixel-art", "hand"]);
    await change({ artworkTags: ["sea"], artworkMedium: null });
    expect(await labels()).toEqual([3, ["sea"], null, "hand"]);
    await change({ artworkSource: "assisted" });
    expect(await labels()).toEqual([4, ["sea"], null, "assisted"]);
    const { items } = (await api.call(listUserArtwork, { params: { username: artist.name } })).body;
    expect(items.map(({ artworkSource }) => artworkSource)).toEqual(["assisted"]);
    await change({ artworkTags: ["sea"], artworkMedium: "collage" });
    await change(freeArtwork);
    expect(await labels()).toEqual([6, [], null, null]);
    const wrong = await change({ artworkTags: ["black & white"], artworkMedium: "oil", artworkSource: "dream" });
    expect([wrong.status, wrong.failure.fields]).toEqual([
      400,
      { artworkTags: MESSAGES.tagInvalid, artworkMedium: MESSAGES.invalid, artworkSource: MESSAGES.invalid },
    ]);
  });

  test("of the visibility alone keeps the version, and hides or shows it everywhere", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const show = (artworkVisibility: string) =>
      api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: { artworkVisibility } });

    expect((await show("invisible")).body.versionId).toBe(versionId);
    expect((await api.call(readArtwork, { params: { artworkId } })).status).toBe(404);
    expect((await listIds()).includes(artworkId)).toBe(false);
    expect((await api.call(readUser, { params: { username: artist.name } })).body.artwork).toBe(0);
    const own = await api.call(listMyArtwork, { as: artist.userId, params: { userId: artist.userId } });
    expect(own.body.items[0]).toMatchObject({ artworkId, artworkVisibility: "invisible" });

    await show("invisible");
    await show("visible");
    expect((await listIds()).includes(artworkId)).toBe(true);
    expect((await api.call(readUser, { params: { username: artist.name } })).body.artwork).toBe(1);
  });

  test("replaces the picture when a new one is given", async () => {
    const artist = await given.user();
    const { artworkId, versionId } = await given.artwork(artist.userId);
    const { mediaId } = await given.upload(artist.userId, await createPicture({ width: 1024, height: 1600 }));
    const body = { mediaId, expectedVersion: versionId };
    expect((await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body })).status).toBe(200);
    const page = await api.call(readArtwork, { params: { artworkId } });
    expect([page.body.version.width, page.body.version.height]).toEqual([1024, 1600]);
  });

  test("or deleting someone else's artwork is forbidden", async () => {
    const [artist, other] = [await given.user(), await given.user()];
    const { artworkId } = await given.artwork(artist.userId);
    const theirs = { as: other.userId, params: { artworkId } };
    expect((await api.call(updateArtwork, { ...theirs, body: { artworkTitle: "Mine" } })).status).toBe(403);
    expect((await api.call(deleteArtwork, theirs)).status).toBe(403);
    expect(
      (await api.call(listMyArtwork, { as: other.userId, params: { userId: artist.userId } })).failure,
    ).toMatchObject({
      message: "Forbidden",
    });
  });
});

describe("deleting", () => {
  test("removes it from every list; deleting it again answers 404", async () => {
    const artist = await given.user();
    const { artworkId } = await given.artwork(artist.userId);
    const call = { as: artist.userId, params: { artworkId } };
    expect((await api.call(deleteArtwork, call)).status).toBe(204);
    expect((await api.call(deleteArtwork, call)).status).toBe(404);
    expect((await api.call(readArtwork, { params: { artworkId } })).status).toBe(404);
    expect((await listIds()).includes(artworkId)).toBe(false);
    expect((await api.call(readUser, { params: { username: artist.name } })).body.artwork).toBe(0);
  });
});

const withoutVisibility = ({ artworkVisibility: _, ...version }: typeof freeArtwork) => version;

const listIds = async () => {
  const page = await api.call(listArtwork, { query: { limit: 50 } });
  return page.body.items.map(({ artworkId }): string => artworkId);
};

async function getPreview(artworkId: string) {
  const page = await api.call(readArtwork, { params: { artworkId } });
  const path = page.body.version.previews.at(-1)?.jpeg ?? "";
  const object = await api.s3.readObject(api.buckets.previews, path.slice(1));
  const chunks = await object?.body.toArray();
  return { path, bytes: Buffer.concat(chunks ?? []) };
}
