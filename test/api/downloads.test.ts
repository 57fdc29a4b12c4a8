import { createHash } from "node:crypto";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { beforeAll, describe, expect, test } from "vitest";
import { fileNameOf } from "#lambdas/areas/purchases/api/licenses/file-name.ts";
import { OrderEntity } from "#lambdas/areas/purchases/order/order.entity.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { downloadOrder } from "#shared/contract/licenses.ts";
import { givenIn } from "#test/support/given.ts";
import { pictureOf } from "#test/support/pictures.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof givenIn>;

beforeAll(async () => {
  api = await startApi();
  given = givenIn(api);
});

const sha256 = (bytes: ArrayBuffer | Buffer) => createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
const download = (as: string, orderId: string) => api.call(downloadOrder, { as, params: { orderId } });

async function bought(artworkTitle = "Dunes at noon") {
  const [artist, buyer] = [await given.user(), await given.user()];
  const artwork = await given.artwork(artist.userId, { artworkTitle });
  const { orderId } = await given.order(artwork.artworkId, buyer.userId);
  return { artist, buyer, orderId, ...artwork };
}

describe("the file of an order", () => {
  test("is the very one that was bought, saved under its title, whatever the artist does since", async () => {
    const { artist, buyer, artworkId, versionId, orderId } = await bought("Dünen / “noon”");
    const original = await pictureOf();
    const { mediaId } = await given.upload(artist.userId, await pictureOf({ width: 1100, height: 1100 }));
    const changed = { artworkTitle: "Something else", mediaId, expectedVersion: versionId };
    expect((await api.call(updateArtwork, { as: artist.userId, params: { artworkId }, body: changed })).status).toBe(
      200,
    );
    expect((await api.call(deleteArtwork, { as: artist.userId, params: { artworkId } })).status).toBe(204);
    await api.follow();

    const { status, body } = await download(buyer.userId, orderId);
    expect(status).toBe(200);
    const file = await fetch(body.redirect);
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="D_nen _noon_.jpg"; filename*=UTF-8''D%C3%BCnen%20%E2%80%9Cnoon%E2%80%9D.jpg`,
    );
    expect([file.status, sha256(await file.arrayBuffer())]).toEqual([200, sha256(original)]);
  });

  test("is linked to for a minute and no longer", async () => {
    const { buyer, orderId } = await bought();
    const link = new URL((await download(buyer.userId, orderId)).body.redirect);
    expect(link.searchParams.get("X-Amz-Expires")).toBe("60");
    link.searchParams.set("X-Amz-Expires", "600");
    expect((await fetch(link)).status).toBe(403);
  });

  test("is the buyer's alone", async () => {
    const { artist, buyer, orderId } = await bought();
    for (const someone of [artist, await given.user()]) {
      const refused = await download(someone.userId, orderId);
      expect([refused.status, refused.failure.code]).toEqual([404, "order_not_found"]);
    }
    expect((await api.call(downloadOrder, { params: { orderId } })).status).toBe(401);
    expect((await download(buyer.userId, api.services.newId())).failure.code).toBe("order_not_found");
  });

  test("is out of reach once the licence is revoked", async () => {
    const { buyer, orderId } = await bought();
    await api.services.table.send(OrderEntity.build(UpdateItemCommand).item({ orderId, status: "refunded" }));
    const refused = await download(buyer.userId, orderId);
    expect([refused.status, refused.failure.code]).toEqual([410, "license_revoked"]);
  });
});

test.each([
  ["Dunes at noon", "image/jpeg", "Dunes at noon.jpg"],
  ["砂丘", "image/png", "砂丘.png"],
  ["  ../../etc: *passwd*?  ", "image/gif", "etc passwd.gif"],
  ["a\u0000b\nc\u202Egpj", "image/jpeg", "a b c gpj.jpg"],
  ["...", "image/jpeg", "artwork.jpg"],
])("the title %j names a file that any system takes", (title, mime, expected) => {
  expect(fileNameOf(title, mime)).toBe(expected);
});
