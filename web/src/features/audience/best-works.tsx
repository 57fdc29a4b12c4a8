import { chakra, Heading } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import type { Audience } from "#shared/model/audience.ts";
import { countLabel } from "#web/ui/labels.ts";
import { moneyLabel } from "#web/ui/money-lines.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";

type Work = Audience["best"][number];

const Works = chakra("ol", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "repeat(2, minmax(0, 1fr))",
      md: "repeat(3, minmax(0, 1fr))",
      xl: "repeat(4, minmax(0, 1fr))",
    },
    columnGap: "4",
    rowGap: "6",
    listStyle: "none",
  },
});

const Card = chakra(Link, {
  base: {
    display: "block",
    borderRadius: "l2",
    focusVisibleRing: "outside",
    "& > div:first-of-type": { borderRadius: "l2", overflow: "hidden", marginBottom: "3" },
    "& strong": { fontWeight: "semibold", overflowWrap: "anywhere" },
    _hover: { "& strong": { textDecoration: "underline" } },
  },
});

const Figures = chakra("p", {
  base: { display: "flex", flexWrap: "wrap", columnGap: "3", textStyle: "sm", color: "fg.muted" },
});

/** One frame ratio, so that a row's titles are level; pictures aren't cropped. */
const RATIO = 4 / 3;

const SIZES = "(min-width: 80rem) 22vw, (min-width: 48rem) 30vw, 45vw";

/** Views per sale; empty if a sale came without a view. */
const formatRate = ({ views, sales }: Work) =>
  sales > 0 && views >= sales ? `1 sale per ${countLabel(Math.round(views / sales), "view")}` : undefined;

function WorkCard({ work }: { readonly work: Work }) {
  const { artwork, views, favorites, sales, earned } = work;
  const rate = formatRate(work);
  return (
    <li>
      <Card to={`/artwork/${artwork.artworkId}`}>
        <div>
          <Picture picture={artwork} alt={artwork.artworkAlt ?? ""} sizes={SIZES} ratio={RATIO} />
        </div>
        <strong>{artwork.artworkTitle}</strong>
        <chakra.span display="block" fontVariantNumeric="tabular-nums">
          {countLabel(views, "view")}
        </chakra.span>
      </Card>
      <Figures>
        {favorites > 0 && <span>{countLabel(favorites, "favorite")}</span>}
        {sales > 0 && (
          <span>
            {countLabel(sales, "sale")}
            {earned > 0 && `, ${moneyLabel(earned)}`}
          </span>
        )}
      </Figures>
      {rate && <Figures>{rate}</Figures>}
    </li>
  );
}

/** The artist's most viewed works in a range. */
export function BestWorks({ works }: { readonly works: readonly Work[] }) {
  if (works.length === 0) return null;
  return (
    <chakra.section aria-labelledby="best" marginTop={{ base: "8", md: "10" }}>
      <Heading as="h2" id="best" size="2xl" marginBottom="4">
        Most viewed
      </Heading>
      <Works aria-label="Most viewed works">
        {works.map((work) => (
          <WorkCard key={work.artwork.artworkId} work={work} />
        ))}
      </Works>
    </chakra.section>
  );
}
