import { chakra } from "@chakra-ui/react";
import type { ComponentType } from "react";
import type { ArtworkCard } from "#shared/model/artwork.ts";

interface AlsoLooksLikeProps {
  readonly works: readonly ArtworkCard[];
  readonly link: ComponentType<{ readonly work: ArtworkCard }>;
}

/** Further works that a picture resembles beside the nearest one. */
export function AlsoLooksLike({ works, link: WorkLink }: AlsoLooksLikeProps) {
  if (works.length === 0) return null;
  return (
    <chakra.p textStyle="sm">
      It also looks like{" "}
      {works.map((work, at) => (
        <span key={work.artworkId}>
          {at > 0 && " and "}
          <WorkLink work={work} />
        </span>
      ))}
      .
    </chakra.p>
  );
}
