import { SEARCH_TYPES } from "#shared/search-types.ts";
import { SegmentLink, SegmentLinks } from "#web/ui/segment-links.tsx";
import { type SearchAddress, searchPath } from "./search-address.ts";
import { TYPE_NAMES } from "./type-toggle.tsx";

/** The same words looked for among artwork or among users; each has an address of its own. */
export function TypeLinks({ query, type }: SearchAddress) {
  return (
    <SegmentLinks aria-label="Search for">
      {SEARCH_TYPES.map((choice) => (
        <SegmentLink key={choice} to={searchPath({ query, type: choice })} isCurrent={choice === type} replace>
          {TYPE_NAMES[choice]}
        </SegmentLink>
      ))}
    </SegmentLinks>
  );
}
