import { Dialog } from "@chakra-ui/react";
import { answerSuspension } from "#shared/contract/support.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SuspensionAnswer } from "#shared/model/account.ts";
import type { UserId } from "#shared/model/ids.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";

interface AnswerDialogProps {
  readonly userId: UserId;
  /** Called once it is answered, also in another tab. */
  readonly onAnswered: () => void;
  readonly onClose: () => void;
}

const TITLE = "Answer the suspension";

/** The owner's one answer to the suspension of their account. */
export default function SuspensionAnswerDialog({ userId, onAnswered, onClose }: AnswerDialogProps) {
  const form = useContractForm({
    schema: SuspensionAnswer,
    defaultValues: { answerText: "" },
    onSubmit: async (body) => {
      try {
        await send(answerSuspension, { params: { userId }, body }, { errorMessage: MESSAGES.failedAnswerSuspension });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "suspension_answered")) throw error;
      }
      onAnswered();
      onClose();
    },
  });
  return (
    <ModalDialog onClose={onClose}>
      <Dialog.Title>{TITLE}</Dialog.Title>
      <Dialog.Description>
        Explain why you think it is a mistake, or what has changed. You can answer once. Somebody other than the person
        who decided reads it.
      </Dialog.Description>
      <Form form={form} label={TITLE}>
        <TextAreaField name="answerText" label="Your answer" max={LIMITS.suspensionAnswer.max} />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Send
          </SubmitButton>
        </DialogButtons>
      </Form>
    </ModalDialog>
  );
}
