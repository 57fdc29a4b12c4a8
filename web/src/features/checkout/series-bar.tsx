import { chakra } from "@chakra-ui/react";
import { ProgressTrack } from "#web/ui/progress-track.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import type { CheckoutSeries } from "./checkout-series.ts";

interface SeriesBarProps {
  readonly series: CheckoutSeries;
  /** True if this work is bought already, or can't be. */
  readonly isDone: boolean;
}

/** The progress through a collection's works, with the ways on and back. */
export default function SeriesBar({ series: { collectionId, at, count, buildNext }, isDone }: SeriesBarProps) {
  const label = `Work ${at + 1} of ${count}`;
  const isLast = at + 1 === count;
  return (
    <chakra.nav
      aria-label="Works of the collection"
      display="grid"
      gap="3"
      maxWidth="80rem"
      marginX="auto"
      marginBottom={{ base: "5", md: "8" }}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="5" rowGap="2">
        <chakra.p fontWeight="semibold">{label}</chakra.p>
        <SiteLink to={`/collection/${collectionId}`} order={{ base: 1, md: 0 }} width={{ base: "full", md: "auto" }}>
          Back to the collection
        </SiteLink>
        <ButtonLink
          to={buildNext()}
          size="sm"
          marginStart="auto"
          {...(isDone ? {} : { variant: "outline", colorPalette: "neutral" })}
        >
          {isLast ? "Finish" : isDone ? "Next work" : "Skip this work"}
        </ButtonLink>
      </chakra.div>
      <ProgressTrack label={label} fraction={(at + (isDone ? 1 : 0)) / count} />
    </chakra.nav>
  );
}
