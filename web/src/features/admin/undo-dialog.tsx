import { Dialog } from "@chakra-ui/react";
import { LIMITS } from "#shared/limits.ts";
import { ReopenForm } from "#shared/model/case.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

const EFFECTS: Readonly<Record<string, string>> = {
  take_down: "The artwork is put back, and its artist and its reporter are told by email.",
  mark_mature: "The mark is removed, and the artist is told by email.",
  close: "Nobody is told.",
};

interface UndoDialogProps {
  readonly outcome: string | null;
  readonly onUndo: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Undoes a decision for a reason; the item is open again. */
export default function UndoDialog({ outcome, onUndo, onClose }: UndoDialogProps) {
  const form = useContractForm({
    schema: ReopenForm,
    defaultValues: { reason: "" },
    onSubmit: async ({ reason }) => {
      await onUndo(reason);
      onClose();
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Undo</Dialog.Title>
      <Dialog.Description>{EFFECTS[outcome ?? ""]} The item is open again.</Dialog.Description>
      <Form form={form} label="Undo">
        <TextAreaField name="reason" label="Reason, for the operators" max={LIMITS.operatorReason.max} />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Undo
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
