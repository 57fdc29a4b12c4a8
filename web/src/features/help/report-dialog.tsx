import { useState } from "react";
import { reportContent, reportThread } from "#shared/contract/support.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { ReportForm } from "#shared/model/community.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { useSession } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { HelpDialog, ReferenceNumber } from "./help-dialog.tsx";

interface ReportDialogProps {
  /** Path of its page. */
  readonly link: string;
  /** Its conversation, which participants report from their account. */
  readonly threadId?: ThreadId | undefined;
  /** The reported item, as words within a sentence: "this artwork". */
  readonly what: string;
  readonly onClose: () => void;
}

/** Anyone may report; the address of a signed-in user is filled in. */
export default function ReportDialog({ link, threadId, what, onClose }: ReportDialogProps) {
  const { user } = useSession();
  const [sent, setSent] = useState<{ readonly number: string; readonly email: string } | null>(null);
  const form = useContractForm({
    schema: ReportForm,
    defaultValues: { link, reason: "", email: user?.email ?? "" },
    onSubmit: async (body) => {
      const options = { errorMessage: MESSAGES.failedReport };
      const { noticeId } = threadId
        ? await send(reportThread, { params: { threadId }, body: { reason: body.reason } }, options)
        : await send(reportContent, { body }, options);
      setSent({ number: noticeId, email: body.email });
    },
  });
  if (sent) {
    return (
      <HelpDialog title="Message received" text={`We'll look into it and reply to ${sent.email}.`} onClose={onClose}>
        <ReferenceNumber number={sent.number} />
      </HelpDialog>
    );
  }
  return (
    <HelpDialog
      title={`Report ${what}`}
      text="Describe what violates the law or our rules. We don't tell anyone who reported it."
      onClose={onClose}
    >
      <Form form={form} label={`Report ${what}`}>
        <TextAreaField
          name="reason"
          label="What is wrong with it?"
          max={LIMITS.noticeReason.max}
          hint={threadId ? undefined : "If it is your own work, say where you published it first."}
        />
        {!threadId && (
          <TextField name="email" label="Your email" type="email" autoComplete="email" max={LIMITS.email.max} />
        )}
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Report
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}
