import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import type { Found } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/index.ts";
import type { Replica } from "../../search-engine/replica.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { ownerFacet } from "./artwork-document.ts";
import {
  CANDIDATES,
  computeRarity,
  computeSimilarity,
  type Likened,
  sharedFacets,
  type WeighedFacet,
} from "./similarity.ts";
import { formatArtwork } from "./sources.ts";

/** Newest works of each facet that are considered; a facet of that many says little. */
const MOST_OF_FACET = 5000;

const formatter = ArtworkEntity.build(EntityFormatter);

const findLikeness = ({ card }: Found) => formatter.format(card, { attributes: ["look"] }).look?.likeness;

/**
 * The works most similar to one, including itself, best first: candidates share most of its tags, medium and colours, ranked
 * by these and by picture similarity.
 */
export const findSimilar = (index: OpenIndex, work: Likened) =>
  index.read((replica) => {
    const facets = weigh(replica, work);
    return replica
      .read(findCandidates(replica, facets, work))
      .map((found) => ({
        card: formatArtwork(found.card),
        id: found.id,
        points: computeSimilarity(facets, found.facets, [work.look?.likeness, findLikeness(found)]),
      }))
      .sort((a, b) => b.points - a.points || (a.id < b.id ? 1 : -1))
      .map(({ card }) => card);
  });

/** Points per shared facet. */
function weigh(replica: Replica, work: Likened): WeighedFacet[] {
  const [all] = replica.all("SELECT count(*) AS count FROM documents WHERE kind = 'artwork' AND shown");
  return sharedFacets(work).map(({ facet, weight }) => {
    const [having] = replica.all("SELECT count(*) AS count FROM facets WHERE facet = ?", facet);
    return { facet, points: weight * computeRarity(Number(having?.count), Number(all?.count)) };
  });
}

/** The works that share most, the newest of equals first, with a limit per artist. */
function findCandidates(replica: Replica, facets: readonly WeighedFacet[], { ownerId }: Likened): number[] {
  if (facets.length === 0) return [];
  const shared = facets.map(
    () => `SELECT number, ? AS points FROM (
      SELECT number FROM facets WHERE facet = ? ORDER BY number DESC LIMIT ${MOST_OF_FACET}
    )`,
  );
  const rows = replica.all(
    `WITH ranked AS (
       SELECT number, sum(points) AS points, number IN (SELECT number FROM facets WHERE facet = ?) AS own
       FROM (${shared.join(" UNION ALL ")}) GROUP BY number
     )
     SELECT number FROM (SELECT *, row_number() OVER (PARTITION BY own ORDER BY points DESC, number DESC) AS place FROM ranked)
     WHERE NOT own OR place <= ${CANDIDATES.ofArtist} ORDER BY points DESC, number DESC LIMIT ${CANDIDATES.all}`,
    ownerFacet(ownerId ?? ""),
    ...facets.flatMap(({ points, facet }) => [points, facet]),
  );
  return rows.map(({ number }) => Number(number));
}
