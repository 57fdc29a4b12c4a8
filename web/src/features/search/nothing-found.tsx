import { Flex } from "@chakra-ui/react";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { type SearchAddress, searchPath } from "./search-address.ts";

/** Ways on for whoever has nothing to look at. */
function WaysOn({ elsewhere }: { readonly elsewhere?: { readonly to: string; readonly label: string } }) {
  return (
    <Flex wrap="wrap" justify="center" gap="3">
      {elsewhere && <ButtonLink to={elsewhere.to}>{elsewhere.label}</ButtonLink>}
      <ButtonLink to="/" variant="outline" colorPalette="neutral">
        See the newest
      </ButtonLink>
      <ButtonLink to="/?sort=popular" variant="outline" colorPalette="neutral">
        See what is popular
      </ButtonLink>
    </Flex>
  );
}

/** Nothing has the words: others may, or the words are to be found elsewhere. */
export function NothingFound({ query, type }: SearchAddress) {
  const other = type === "artwork" ? "users" : "artwork";
  return (
    <EmptyState
      title={type === "artwork" ? "No artwork by these words" : "Nobody by that name"}
      text="Fewer or shorter words find more: the beginning of each is enough."
      action={<WaysOn elsewhere={{ to: searchPath({ query, type: other }), label: `Look among ${other} instead` }} />}
    />
  );
}

/** The page was opened without a question. */
export const NothingAsked = () => (
  <EmptyState
    title="What would you like to see?"
    text="Type a title, a word of a description or an artist's name into the box at the top."
    action={<WaysOn />}
  />
);
