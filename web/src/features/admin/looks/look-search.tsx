import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type LookReason, LookSearch as LookSearchForm, type OperatorAccount } from "#shared/model/operator.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { LookReasonField } from "./look-reason-field.tsx";
import { keepLookReason } from "./look-reasons.ts";

/** The results stay in the history, so that Back from one of them shows them again. */
interface Found<T> {
  readonly reason: LookReason;
  readonly items: readonly T[];
}

interface LookSearchProps<T> {
  readonly operator: OperatorAccount;
  /** The address of the place, which those of its items begin with. */
  readonly place: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly empty: { readonly title: string; readonly text: string };
  readonly find: (search: LookSearchForm) => Promise<readonly T[]>;
  readonly getId: (item: T) => string;
  readonly children: (items: readonly T[], onOpen: (item: T) => void) => ReactNode;
}

/** Finds private things by exactly what is typed, for a reason; a single one is opened at once. */
export function LookSearch<T>({
  operator,
  place,
  name,
  label,
  hint,
  empty,
  find,
  getId,
  children,
}: LookSearchProps<T>) {
  const navigate = useNavigate();
  const found = useLocation().state as Found<T> | null;
  const open = (item: T, reason: LookReason) => keepLookReason(operator.name, getId(item), reason);
  const form = useContractForm({
    schema: LookSearchForm,
    defaultValues: { q: "" },
    onSubmit: async (body) => {
      const items = await find(body);
      form.form.reset(body, { keepValues: true });
      await navigate(place, {
        replace: true,
        preventScrollReset: true,
        state: { reason: body.reason, items } satisfies Found<T>,
      });
      const [item, ...others] = items;
      if (!item || others.length > 0) return;
      open(item, body.reason);
      await navigate(`${place}/${getId(item)}`);
    },
  });
  return (
    <>
      <chakra.div maxWidth="42rem">
        <Form form={form} label={name}>
          <TextField name="q" label={label} hint={hint} autoCapitalize="none" autoComplete="off" spellCheck={false} />
          <LookReasonField />
          <SubmitButton size="md" width={{ base: "full", sm: "auto" }} alignSelf="flex-start" mayBeUnchanged>
            Search
          </SubmitButton>
        </Form>
      </chakra.div>
      <div role="status">{found?.items.length === 0 && <EmptyState {...empty} />}</div>
      {found && found.items.length > 0 && children(found.items, (item) => open(item, found.reason))}
    </>
  );
}
