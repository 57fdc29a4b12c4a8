import { Dialog } from "@chakra-ui/react";
import { AccountLook } from "#shared/model/account-record.ts";
import type { LookReason } from "#shared/model/operator.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { LookReasonField } from "./look-reason-field.tsx";

interface LookDialogProps {
  readonly onLook: (reason: LookReason) => void;
  readonly onClose: () => void;
}

/** Asks why an operator looks at somebody's account. */
export function LookDialog({ onLook, onClose }: LookDialogProps) {
  const form = useContractForm({
    schema: AccountLook,
    defaultValues: {},
    onSubmit: async ({ reason }) => onLook(reason),
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Why do you need to see this account?</Dialog.Title>
      <Dialog.Description>It shows what is private to its owner.</Dialog.Description>
      <Form form={form} label="Reason of your look">
        <LookReasonField />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            Show the account
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
