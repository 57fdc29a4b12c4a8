import { Link } from "@chakra-ui/react";
import { useState } from "react";
import { writeTicket } from "#shared/contract/support.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { SessionUser } from "#shared/model/account.ts";
import { TicketForm } from "#shared/model/community.ts";
import { send } from "#web/api/send.ts";
import { useSession } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { useInfoAddress } from "#web/ui/use-host.ts";
import { HelpDialog, ReferenceNumber } from "./help-dialog.tsx";

interface TicketDialogProps {
  /** Initial title of the ticket. */
  readonly about: string;
  readonly onClose: () => void;
}

/** Shown to visitors, as tickets are answered to an account's address. */
function MailInstead({ onClose }: Pick<TicketDialogProps, "onClose">) {
  const address = useInfoAddress();
  return (
    <HelpDialog
      title="Ask us"
      text={
        <>
          Log in to write from here, or send an email to <Link href={`mailto:${address}`}>{address}</Link>.
        </>
      }
      onClose={onClose}
    >
      <DialogButtons>
        <ButtonLink to="/login">Log in</ButtonLink>
      </DialogButtons>
    </HelpDialog>
  );
}

function Ticket({ user, about, onClose }: TicketDialogProps & { readonly user: SessionUser }) {
  const [number, setNumber] = useState<string | null>(null);
  const form = useContractForm({
    schema: TicketForm,
    defaultValues: { ticketTitle: about, ticketBody: "" },
    onSubmit: async (body) => {
      const { ticketId } = await send(writeTicket, { body }, { errorMessage: MESSAGES.failedTicket });
      setNumber(ticketId);
    },
  });
  if (number) {
    return (
      <HelpDialog title="Message received" text={`We'll reply to ${user.email}.`} onClose={onClose}>
        <ReferenceNumber number={number} />
      </HelpDialog>
    );
  }
  return (
    <HelpDialog title="Ask us" text={`A person will read it and reply to ${user.email}.`} onClose={onClose}>
      <Form form={form} label="Ask us">
        <TextField name="ticketTitle" label="What is it about?" max={LIMITS.ticketTitle.max} />
        <TextAreaField
          name="ticketBody"
          label="What happened?"
          max={LIMITS.ticketBody.max}
          hint="What you tried, what you expected, and the order number or page address, if there is one."
        />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Send
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}

export default function TicketDialog({ about, onClose }: TicketDialogProps) {
  const { user } = useSession();
  return user ? <Ticket user={user} about={about} onClose={onClose} /> : <MailInstead onClose={onClose} />;
}
