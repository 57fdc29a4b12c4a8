import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import type { Found } from "../../search-engine/document.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { ArtworkEntity } from "../artwork/artwork.entity.ts";
import { ownerFacet } from "./artwork-document.ts";
import { CANDIDATES, computeSimilarity, type Likened, sharedFacets } from "./similarity.ts";
import { formatArtwork } from "./sources.ts";

const formatter = ArtworkEntity.build(EntityFormatter);

const findLikeness = ({ card }: Found) => formatter.format(card, { attributes: ["look"] }).look?.likeness;

/**
 * The works most similar to one, including itself, best first: candidates share most of its tags, medium and colours, ranked
 * by these and by picture similarity.
 */
export async function findSimilar(index: OpenIndex, work: Likened) {
  const { facets, found } = await index.findSharing({
    kind: "artwork",
    facets: sharedFacets(work),
    own: { facet: ownerFacet(work.ownerId ?? ""), limit: CANDIDATES.ofArtist },
    limit: CANDIDATES.all,
  });
  return found
    .map((one) => ({
      card: formatArtwork(one.card),
      id: one.id,
      points: computeSimilarity(facets, one.facets, [work.look?.likeness, findLikeness(one)]),
    }))
    .sort((a, b) => b.points - a.points || (a.id < b.id ? 1 : -1))
    .map(({ card }) => card);
}
