import { Button, chakra, Dialog, Text } from "@chakra-ui/react";
import { useRef } from "react";
import * as z from "zod/mini";
import { inviteMember, removeMember } from "#shared/contract/collections.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Person } from "#shared/model/account.ts";
import type { Collection } from "#shared/model/collection.ts";
import { requiredCode } from "#shared/model/primitives.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { send } from "#web/api/send.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { PersonAvatar, PersonText } from "#web/ui/person.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { useInvalidateCollections } from "./use-invalidate-collections.ts";

const InviteForm = z.object({ username: requiredCode(LIMITS.username.max) });

interface MembersProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

/** The owner's list of people who may see the collection and add to it. */
export default function MembersDialog({ collection: { collectionId, members = [] }, onClose }: MembersProps) {
  const changed = useInvalidateCollections();
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useContractForm({
    schema: InviteForm,
    defaultValues: { username: "" },
    onSubmit: async ({ username }) => {
      await send(inviteMember, { params: { collectionId, username } }, { errorMessage: "The invitation wasn't sent" });
      toast.success(`${username} can now see this collection and add to it`);
      form.form.reset();
      await changed(collectionId);
    },
  });

  async function remove(person: Person) {
    const params = { collectionId, username: person.name ?? "" };
    await send(removeMember, { params }, { errorMessage: "The person wasn't removed" });
    heading.current?.focus();
    toast.success(`${getDisplayName(person)} no longer has access`);
    await changed(collectionId);
  }

  return (
    <ModalDialog initialFocusEl={() => heading.current} onClose={onClose}>
      <Dialog.Title ref={heading} tabIndex={-1} outline="none">
        People
      </Dialog.Title>
      <Text color="fg.muted">
        People you invite can see this collection even while it's private, add artwork and comment. You can invite up to{" "}
        {LIMITS.collections.members}.
      </Text>
      {members.length > 0 && (
        <chakra.ul listStyle="none" display="grid" gap="2" aria-label="People with access">
          {members.map((person) => (
            <chakra.li key={person.id} display="flex" alignItems="center" gap="3">
              <PersonAvatar person={person} />
              <chakra.span flex="1 1 6rem" minWidth="0" overflowWrap="anywhere">
                <PersonText person={person} showsHandle />
                {person.suspended && (
                  <chakra.span display="block" textStyle="sm" color="fg.muted">
                    No access while one of you blocks the other
                  </chakra.span>
                )}
              </chakra.span>
              <Button
                variant="outline"
                colorPalette="neutral"
                size="sm"
                aria-label={`Remove ${getDisplayName(person)}`}
                onClick={() => void remove(person).catch(() => {})}
              >
                Remove
              </Button>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <Form form={form} label="Invite">
        <TextField name="username" label="Username" autoCapitalize="none" autoComplete="off" spellCheck={false} />
        <SubmitButton>Invite</SubmitButton>
      </Form>
      <DialogButtons away="Done" />
    </ModalDialog>
  );
}
