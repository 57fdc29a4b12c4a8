import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { writeTicket } from "#shared/contract/support.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Order } from "#shared/model/order.ts";
import { choice, requiredLines } from "#shared/model/primitives.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { HelpDialog, ReferenceNumber } from "#web/features/help/help-dialog.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { LabelledField } from "#web/ui/form/labelled-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { useStartThread } from "./write-dialog.tsx";

const PROBLEMS = {
  file: "The file doesn't open",
  described: "It isn't what was described",
  license: "The license is wrong",
  refund: "I want a refund",
  other: "Something else",
} as const;
type Problem = keyof typeof PROBLEMS;

/** Longest text that fits into a ticket and a message. */
const MAX = Math.min(LIMITS.ticketBody.max, LIMITS.message.max - 100);

const ProblemForm = z.object({
  problem: choice(Object.keys(PROBLEMS) as [Problem, ...Problem[]]),
  remedy: choice(["message", "refund", "operators"]),
  text: requiredLines(MAX),
});

interface ProblemDialogProps {
  readonly order: Order;
  readonly isRefundable: boolean;
  readonly onClose: () => void;
}

/** Asks for the problem with an order and a remedy: a message to the seller, a refund, or a ticket. */
export default function ProblemDialog({ order, isRefundable, onClose }: ProblemDialogProps) {
  const { orderId, artwork } = order;
  const seller = artwork.owner.name;
  const start = useStartThread({ subject: "order", subjectId: orderId });
  const navigate = useNavigate();
  const [ticket, setTicket] = useState<string | null>(null);
  const form = useContractForm({
    schema: ProblemForm,
    defaultValues: { problem: "file", remedy: seller === null ? "operators" : "message", text: "" },
    onSubmit: async ({ problem, remedy, text }) => {
      if (remedy === "operators") {
        const body = { ticketTitle: `Order ${formatOrderNumber(orderId)}: ${PROBLEMS[problem]}`, ticketBody: text };
        setTicket((await send(writeTicket, { body }, { errorMessage: MESSAGES.failedTicket })).ticketId);
        return;
      }
      const messageKind = remedy === "refund" ? "refundAsked" : "text";
      const { threadId } = await start({ messageContent: `${PROBLEMS[problem]}.\n${text}`, messageKind }).catch(
        (error: unknown) => {
          // The seller has blocked the buyer, so suggest a ticket.
          if (error instanceof ApiError && error.code === "message_refused") setValue("remedy", "operators");
          throw error;
        },
      );
      form.form.reset();
      await navigate(`/messages/${threadId}`);
    },
  });
  const { register, setValue, watch } = form.form;
  const wantsRefund = watch("problem") === "refund";
  useEffect(() => {
    if (wantsRefund && isRefundable) setValue("remedy", "refund");
  }, [wantsRefund, isRefundable, setValue]);

  if (ticket) {
    return (
      <HelpDialog title="Message received" text="A person will read it and reply by email." onClose={onClose}>
        <ReferenceNumber number={ticket} />
      </HelpDialog>
    );
  }
  const remedies = [
    ...(seller === null ? [] : [{ value: "message", label: "Write to the seller", text: "Often the fastest way." }]),
    ...(isRefundable
      ? [{ value: "refund", label: "Ask for a refund", text: "The seller decides. If they agree, your license ends." }]
      : []),
    { value: "operators", label: "Write to us", text: "If the seller can't help." },
  ];
  return (
    <HelpDialog
      title="Report a problem"
      text={`Tell us what is wrong with “${artwork.title}”, and who should help.`}
      onClose={onClose}
    >
      <Form form={form} label="Report a problem">
        <LabelledField name="problem" label="What is wrong?">
          <Select {...register("problem")}>
            {Object.entries(PROBLEMS).map(([problem, label]) => (
              <option key={problem} value={problem}>
                {label}
              </option>
            ))}
          </Select>
        </LabelledField>
        <ChoiceField name="remedy" label="What would you like to do?" options={remedies} />
        <TextAreaField name="text" label="What happened?" max={MAX} />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Send
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}
