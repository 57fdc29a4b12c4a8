import type { Facet, Found } from "../document.ts";
import {
  type ComparedPicture,
  computeRarity,
  type FacetBeginning,
  type FacetCount,
  type OpenIndex,
  type RatedFacet,
  type SharedFacets,
} from "../engine.ts";
import { createComparison } from "../hashes.ts";
import { findPage } from "./find.ts";
import type { Replica } from "./replica.ts";

/** Newest documents of each facet that are considered; a facet of that many says little. */
const MAX_OF_FACET = 5000;

/** Answers questions from a replica that `open` brings up to date. */
export const answerFrom = (open: () => Promise<Replica>): OpenIndex => ({
  // Without a service that can be away there is no deadline.
  withDeadline: () => answerFrom(open),
  findPage: async (question) => findPage(await open(), question),
  countFacets: async (counted) => countFacets(await open(), counted),
  findSharing: async (shared) => findSharing(await open(), shared),
  findCopies: async (compared) => findCopies(await open(), compared),
  async findWithFacet(facet, limit) {
    const replica = await open();
    const rows = replica.all("SELECT number FROM facets WHERE facet = ? LIMIT ?", facet, limit);
    return readRows(replica, rows);
  },
  readSetting: async (name) => JSON.parse((await open()).setting(name) ?? "null") ?? undefined,
});

const readRows = (replica: Replica, rows: readonly Readonly<Record<string, unknown>>[]): Found[] =>
  replica.read(rows.map(({ number }) => Number(number)));

const countFacets = (replica: Replica, { beginning, least, limit }: FacetBeginning): FacetCount[] =>
  replica
    .all(
      `SELECT facet, count(*) AS count FROM facets WHERE facet >= ? AND facet < ?
       GROUP BY facet HAVING count >= ? ORDER BY count DESC, facet LIMIT ?`,
      beginning,
      `${beginning}\u{10ffff}`,
      least,
      limit,
    )
    .map(({ facet, count }) => ({ facet: String(facet) as Facet, count: Number(count) }));

function findSharing(replica: Replica, { kind, facets: weighed, own, limit }: SharedFacets) {
  if (weighed.length === 0) return { facets: [], found: [] };
  const [all] = replica.all("SELECT count(*) AS count FROM documents WHERE kind = ? AND shown", kind);
  const facets = weighed.map(({ facet, weight }): RatedFacet => {
    const [having] = replica.all("SELECT count(*) AS count FROM facets WHERE facet = ?", facet);
    return { facet, points: weight * computeRarity(Number(having?.count), Number(all?.count)) };
  });
  const shared = facets.map(
    () => `SELECT number, ? AS points FROM (
      SELECT number FROM facets WHERE facet = ? ORDER BY number DESC LIMIT ${MAX_OF_FACET}
    )`,
  );
  const rows = replica.all(
    `WITH ranked AS (
       SELECT number, sum(points) AS points, number IN (SELECT number FROM facets WHERE facet = ?) AS own
       FROM (${shared.join(" UNION ALL ")}) GROUP BY number
     )
     SELECT number FROM (SELECT *, row_number() OVER (PARTITION BY own ORDER BY points DESC, number DESC) AS place FROM ranked)
     WHERE NOT own OR place <= ? ORDER BY points DESC, number DESC LIMIT ?`,
    own.facet,
    ...facets.flatMap(({ points, facet }) => [points, facet]),
    own.limit,
    limit,
  );
  return { facets, found: readRows(replica, rows) };
}

function findCopies(replica: Replica, { without, isHidden, limit, ...picture }: ComparedPicture): Found[] {
  const compare = createComparison(picture);
  const near: { readonly number: number; readonly difference: number }[] = [];
  for (const { number, hash } of replica.hashes({ without, isHidden })) {
    const difference = compare(hash as Uint8Array);
    if (difference !== undefined) near.push({ number: Number(number), difference });
  }
  near.sort((a, b) => a.difference - b.difference || a.number - b.number);
  return readRows(replica, near.slice(0, limit));
}
