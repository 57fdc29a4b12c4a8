import { chakra } from "@chakra-ui/react";
import { searchPeople } from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { FoundPerson } from "#shared/model/account-record.ts";
import type { OperatorAccount } from "#shared/model/operator.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { send } from "#web/api/send.ts";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonAvatar } from "#web/ui/person.tsx";
import { LookSearch } from "../looks/look-search.tsx";
import { AccountStateBadge } from "./account-state.tsx";

const SIDES = { buyer: "Buyer", seller: "Seller" } as const;

interface ResultsProps {
  readonly people: readonly FoundPerson[];
  readonly onOpen: (person: FoundPerson) => void;
}

const Results = ({ people, onOpen }: ResultsProps) => (
  <chakra.ul listStyleType="none" aria-label="People found" marginTop="8" display="grid" gap="3">
    {people.map((person) => (
      <chakra.li
        key={`${person.id} ${person.side}`}
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        gap="4"
        padding="4"
        borderRadius="l3"
        borderWidth="1px"
        borderColor="border.muted"
        bg="bg.panel"
      >
        <PersonAvatar person={person} size="3rem" />
        <chakra.div flex="1 1 10rem" minWidth="0">
          <NameLink to={`/admin/people/${person.id}`} onClick={() => onOpen(person)}>
            <bdi>{getDisplayName(person)}</bdi>
          </NameLink>
          <chakra.div textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            @{person.name}
            {person.side && ` · ${SIDES[person.side]}`}
          </chakra.div>
        </chakra.div>
        <AccountStateBadge state={person.state} />
      </chakra.li>
    ))}
  </chakra.ul>
);

/** Finds people. */
export const PeopleSearch = ({ operator }: { readonly operator: OperatorAccount }) => (
  <LookSearch
    operator={operator}
    place="/admin/people"
    name="Search people"
    label="Username, email, ID or order number"
    hint="Exactly as it is. An order's number finds its buyer and its seller."
    empty={{
      title: "Nobody found",
      text: "Check the spelling. Usernames, emails and numbers have to be complete.",
    }}
    find={async (body) => (await send(searchPeople, { body }, { errorMessage: MESSAGES.failedSearchPeople })).items}
    getId={({ id }: FoundPerson) => id}
  >
    {(people, onOpen) => <Results people={people} onOpen={onOpen} />}
  </LookSearch>
);
