import { Dialog } from "@chakra-ui/react";
import { useState } from "react";
import { readOrder } from "#shared/contract/licenses.ts";
import { listThreads, readThread, startThread } from "#shared/contract/messages.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import { MessageForm, type THREAD_SUBJECTS } from "#shared/model/message.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { HelpDialog } from "#web/features/help/help-dialog.tsx";
import { useUser } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { useMessageDraft } from "./message-draft.ts";

/** Recipient and subject of a message. */
export interface Addressed {
  readonly name: string;
  readonly subject: (typeof THREAD_SUBJECTS)[number];
  readonly subjectId: string;
}

/** Sends a message about a subject, in its existing or a new thread. */
export function useStartThread({ subject, subjectId }: Pick<Addressed, "subject" | "subjectId">) {
  const invalidate = useInvalidate();
  return async (form: MessageForm) => {
    const body = { ...form, subject, subjectId };
    const started = await withIdempotencyKey(`thread ${subjectId}`, body, (idempotencyKey) =>
      send(startThread, { body }, { idempotencyKey, errorMessage: MESSAGES.failedSendMessage }),
    );
    void invalidate(listThreads);
    void invalidate(readThread, { threadId: started.threadId });
    if (subject === "order") void invalidate(readOrder, { orderId: subjectId });
    return started;
  };
}

interface WriteDialogProps {
  readonly to: Addressed;
  readonly title: string;
  /** Called instead of sending for visitors. */
  readonly onLogIn: () => void;
  readonly onClose: () => void;
}

export default function WriteDialog({ to, title, onLogIn, onClose }: WriteDialogProps) {
  const user = useUser();
  const draft = useMessageDraft(user?.id, to.subjectId);
  const start = useStartThread(to);
  const [sent, setSent] = useState<ThreadId | null>(null);
  const form = useContractForm({
    schema: MessageForm,
    defaultValues: { messageContent: draft.text, messageKind: "text" },
    onSubmit: async (body) => {
      if (!user) return onLogIn();
      const { threadId } = await start(body);
      draft.setText("");
      setSent(threadId);
    },
  });

  function close() {
    if (!sent) draft.setText(form.form.getValues().messageContent);
    onClose();
  }

  if (sent) {
    return (
      <HelpDialog
        title="Message sent"
        text={`${to.name} can reply in your messages. We'll let you know when they do.`}
        onClose={close}
      >
        <DialogButtons away="Close">
          <Dialog.ActionTrigger asChild>
            <ButtonLink to={`/messages/${sent}`}>Open conversation</ButtonLink>
          </Dialog.ActionTrigger>
        </DialogButtons>
      </HelpDialog>
    );
  }
  return (
    <HelpDialog title={title} text={`Only you and ${to.name} can read it.`} onClose={close}>
      <Form form={form} label={title}>
        <TextAreaField name="messageContent" label={`Message to ${to.name}`} max={LIMITS.message.max} />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged={form.form.getValues().messageContent !== ""}>
            Send
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}
