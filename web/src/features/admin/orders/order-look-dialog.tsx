import { Dialog } from "@chakra-ui/react";
import type { LookReason } from "#shared/model/operator.ts";
import { OrderLook } from "#shared/model/order-record.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { LookReasonField } from "../people/look-reason-field.tsx";

interface OrderLookDialogProps {
  readonly onLook: (reason: LookReason) => void;
  readonly onClose: () => void;
}

/** Asks why an operator looks at an order. */
export function OrderLookDialog({ onLook, onClose }: OrderLookDialogProps) {
  const form = useContractForm({
    schema: OrderLook,
    defaultValues: {},
    onSubmit: async ({ reason }) => onLook(reason),
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>Why do you need to see this order?</Dialog.Title>
      <Dialog.Description>It shows what its buyer and its artist keep private.</Dialog.Description>
      <Form form={form} label="Reason of your look">
        <LookReasonField />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            Show the order
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
