import { Dialog } from "@chakra-ui/react";
import * as z from "zod/mini";
import { LIMITS } from "#shared/limits.ts";
import { OperatorReason } from "#shared/model/operator.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

const ReasonForm = z.object({ reason: OperatorReason });

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** The usual reason, which can be changed. */
  readonly usual: string;
  /** The dialog closes once this resolves and stays open when it rejects. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the reason of an operator's action, which the log keeps. */
export function ReasonDialog({ title, text, action, usual, onConfirm, onClose }: ReasonDialogProps) {
  const form = useContractForm({
    schema: ReasonForm,
    defaultValues: { reason: usual },
    onSubmit: async ({ reason }) => {
      await onConfirm(reason);
      onClose();
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{title}</Dialog.Title>
      <Dialog.Description>{text}</Dialog.Description>
      <Form form={form} label={title}>
        <TextAreaField name="reason" label="Reason" max={LIMITS.operatorReason.max} hint="The log keeps it." />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            {action}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
