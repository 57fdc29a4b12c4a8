import { Dialog } from "@chakra-ui/react";
import { Look, type LookReason } from "#shared/model/operator.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { LookReasonField } from "./look-reason-field.tsx";

const PRIVATE = {
  account: "It shows what is private to its owner.",
  order: "It shows what its buyer and its artist keep private.",
  log: "It shows what people and operators did.",
} as const;

interface LookDialogProps {
  readonly subject: keyof typeof PRIVATE;
  readonly onLook: (reason: LookReason) => void;
  readonly onClose: () => void;
}

/** Asks why an operator looks at something private. */
export function LookDialog({ subject, onLook, onClose }: LookDialogProps) {
  const form = useContractForm({
    schema: Look,
    defaultValues: {},
    onSubmit: async ({ reason }) => onLook(reason),
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>
        Why do you need to see {subject === "log" ? "the" : "this"} {subject}?
      </Dialog.Title>
      <Dialog.Description>{PRIVATE[subject]}</Dialog.Description>
      <Form form={form} label="Reason of your look">
        <LookReasonField />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            Show the {subject}
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
