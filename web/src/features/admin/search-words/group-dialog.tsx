import { Dialog } from "@chakra-ui/react";
import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { OperatorReason } from "#shared/model/operator.ts";
import { SynonymsChange } from "#shared/model/search-words.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

const GroupForm = z.object({ add: z.nonoptional(SynonymsChange.shape.add), reason: OperatorReason });

interface GroupDialogProps {
  readonly title: string;
  /** Words of the group at first. */
  readonly words: string;
  /** The usual reason, which can be changed. */
  readonly usual: string;
  /** The dialog closes once this resolves. */
  readonly onSave: (change: { readonly add: string; readonly reason: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A group of synonyms with the reason for it. */
export function GroupDialog({ title, words, usual, onSave, onClose }: GroupDialogProps) {
  const form = useContractForm({
    schema: GroupForm,
    defaultValues: { add: words, reason: usual },
    onSubmit: async (change) => {
      await onSave(change);
      onClose();
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      <Form form={form} label={title}>
        <TextField
          name="add"
          label="Words"
          max={LIMITS.synonyms.max}
          hint="Single words with spaces between them, such as tram streetcar."
          autoComplete="off"
          autoCapitalize="none"
        />
        <TextAreaField name="reason" label="Reason" max={LIMITS.operatorReason.max} hint="The log keeps it." />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Save
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
