import { QueryCommand } from "dynamodb-toolbox/table/actions/query";
import { beforeAll, describe, expect, test } from "vitest";
import { findTags } from "#lambdas/search/find-tags.ts";
import { TagRowEntity, tagIn, tagPartition } from "#lambdas/search/index.entity.ts";
import { SearchTable } from "#lambdas/search/search-table.ts";
import { syncDocuments } from "#lambdas/search/sync-documents.ts";
import { deleteArtwork, updateArtwork } from "#shared/contract/artwork.ts";
import { givenIn } from "#test/support/given.ts";
import { follow } from "#test/support/search-corpus.ts";
import { type Api, startApi } from "#test/support/start-api.ts";

let api: Api;
let given: ReturnType<typeof givenIn>;
let caughtUp: ReturnType<typeof follow>;
let artist: { userId: string };

beforeAll(async () => {
  api = await startApi();
  given = givenIn(api);
  caughtUp = follow(api);
  artist = await given.user();
});

const publish = (artworkTags: string[]) => given.artwork(artist.userId, { artworkTags });
const retag = ({ artworkId, versionId }: { artworkId: string; versionId: string }, artworkTags: string[]) =>
  api.call(updateArtwork, {
    as: artist.userId,
    params: { artworkId },
    body: { artworkTags, expectedVersion: versionId },
  });
const takeDown = (artworkId: string) => api.call(deleteArtwork, { as: artist.userId, params: { artworkId } });

/** The counts, and that each tag stands once under each of its beginnings, with that count. */
async function counted(beginning: string) {
  const tags = await findTags(api.services.index, beginning, 50);
  for (const { tag, count } of tags) {
    for (let length = 2; length <= Math.min(4, tag.length); length++) {
      const query = SearchTable.build(QueryCommand).query({ partition: tagPartition(tag.slice(0, length)) });
      const { Items = [] } = await query.entities(TagRowEntity).options({ entityAttrFilter: false }).send();
      expect(Items.filter((row) => tagIn(row.sk) === tag).map((row) => row.count)).toEqual([count]);
    }
  }
  return Object.fromEntries(tags.map(({ tag, count }) => [tag, count]));
}

/** The services of a writer that is killed before its nth write. */
function killedAt(nth: number) {
  let writes = 0;
  const write = <T>(command: { send(): Promise<T> }) => {
    if (++writes >= nth) throw new Error("killed");
    return command.send();
  };
  return { services: { ...api.services, indexing: { write } }, wasKilled: () => writes >= nth };
}

/** Lets writers die at every write of a change, one after the other, then the stream deliver it, twice. */
async function indexThroughCrashes(artworkId: string) {
  let nth = 1;
  for (; ; nth++) {
    const { services, wasKilled } = killedAt(nth);
    await syncDocuments(services, "artwork", [artworkId]).catch(() => undefined);
    if (!wasKilled()) break;
  }
  await caughtUp({ times: 2 });
  return nth;
}

describe("counts of tags are right", () => {
  test("whenever writers die while works come, change and go", async () => {
    const first = await publish(["jasper", "jade"]);
    expect(await indexThroughCrashes(first.artworkId)).toBeGreaterThan(5);
    expect(await counted("ja")).toEqual({ jasper: 1, jade: 1 });
    const others = [await publish(["jasper"]), await publish(["jasper", "jargon"]), await publish(["jasper"])];
    for (const { artworkId } of others) await indexThroughCrashes(artworkId);
    expect(await counted("ja")).toEqual({ jasper: 4, jade: 1, jargon: 1 });
    await retag(first, ["jade", "jargon"]);
    await indexThroughCrashes(first.artworkId);
    expect(await counted("ja")).toEqual({ jasper: 3, jargon: 2, jade: 1 });
    for (const { artworkId } of others) {
      await takeDown(artworkId);
      await indexThroughCrashes(artworkId);
    }
    expect(await counted("ja")).toEqual({ jargon: 1, jade: 1 });
  });

  test("after many writers at once, of the same works and of others", async () => {
    const works = [];
    for (let at = 0; at < 8; at++) works.push(await publish(["onyx", `onyx-${at % 2}`]));
    const sync = (id: string) => syncDocuments(api.services, "artwork", [id]).catch(() => undefined);
    await Promise.all(works.flatMap(({ artworkId }) => [sync(artworkId), sync(artworkId)]));
    await caughtUp();
    expect(await counted("on")).toEqual({ onyx: 8, "onyx-0": 4, "onyx-1": 4 });
    for (const [at, work] of works.entries()) await (at % 2 ? takeDown(work.artworkId) : retag(work, ["onyx-1"]));
    await Promise.all(works.map(({ artworkId }) => sync(artworkId)));
    await caughtUp();
    expect(await counted("on")).toEqual({ "onyx-1": 4 });
  });
});
