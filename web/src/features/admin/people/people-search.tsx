import { chakra } from "@chakra-ui/react";
import { useLocation, useNavigate } from "react-router-dom";
import { searchPeople } from "#shared/contract/admin.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type FoundPerson, PeopleSearch as PeopleSearchForm } from "#shared/model/account-record.ts";
import type { LookReason, OperatorAccount } from "#shared/model/operator.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { send } from "#web/api/send.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonAvatar } from "#web/ui/person.tsx";
import { AccountStateBadge } from "./account-state.tsx";
import { LookReasonField } from "./look-reason-field.tsx";
import { keepLookReason } from "./look-reasons.ts";

/** The results stay in the history, so that Back from a person shows them again. */
interface Found {
  readonly reason: LookReason;
  readonly people: readonly FoundPerson[];
}

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

/** Finds people by exactly what is typed; a single one is opened at once. */
export function PeopleSearch({ operator }: { readonly operator: OperatorAccount }) {
  const navigate = useNavigate();
  const found = useLocation().state as Found | null;
  const open = ({ id }: FoundPerson, reason: LookReason) => keepLookReason(operator.name, id, reason);
  const form = useContractForm({
    schema: PeopleSearchForm,
    defaultValues: { q: "" },
    onSubmit: async (body) => {
      const { items } = await send(searchPeople, { body }, { errorMessage: MESSAGES.failedSearchPeople });
      form.form.reset(body, { keepValues: true });
      await navigate("/admin/people", {
        replace: true,
        preventScrollReset: true,
        state: { reason: body.reason, people: items } satisfies Found,
      });
      const [person, ...others] = items;
      if (!person || others.length > 0) return;
      open(person, body.reason);
      await navigate(`/admin/people/${person.id}`);
    },
  });
  return (
    <>
      <chakra.div maxWidth="2xl">
        <Form form={form} label="Search people">
          <TextField
            name="q"
            label="Username, email, ID or order number"
            hint="Exactly as it is. An order's number finds its buyer and its seller."
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
          <LookReasonField />
          <SubmitButton size="md" width={{ base: "full", sm: "auto" }} alignSelf="flex-start" mayBeUnchanged>
            Search
          </SubmitButton>
        </Form>
      </chakra.div>
      <div role="status">
        {found?.people.length === 0 && (
          <EmptyState
            title="Nobody found"
            text="Check the spelling. Usernames, emails and numbers have to be complete."
          />
        )}
      </div>
      {found && found.people.length > 0 && (
        <Results people={found.people} onOpen={(person) => open(person, found.reason)} />
      )}
    </>
  );
}
