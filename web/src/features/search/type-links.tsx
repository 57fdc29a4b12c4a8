import { SEARCH_TYPES } from "#shared/search-types.ts";
import { PillLink, PillLinks } from "#web/ui/pill-link.tsx";
import { type SearchAddress, searchPath } from "./search-address.ts";
import { TYPE_NAMES } from "./type-toggle.tsx";

/** The same words looked for among artwork or among users; each has an address of its own. */
export function TypeLinks({ query, type }: SearchAddress) {
  return (
    <PillLinks aria-label="Search for">
      {SEARCH_TYPES.map((choice) => (
        <PillLink key={choice} to={searchPath({ query, type: choice })} isCurrent={choice === type} replace>
          {TYPE_NAMES[choice]}
        </PillLink>
      ))}
    </PillLinks>
  );
}
