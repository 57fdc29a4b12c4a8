import { Button, chakra, Flex } from "@chakra-ui/react";
import { useState } from "react";
import { readOrder } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Person } from "#shared/model/account.ts";
import type { OrderId } from "#shared/model/ids.ts";
import { MessageForm, type OpenThread } from "#shared/model/message.ts";
import type { Order } from "#shared/model/order.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { useRead } from "#web/api/use-read.ts";
import { HelpButton } from "#web/features/help/help-button.tsx";
import { HelpDialog } from "#web/features/help/help-dialog.tsx";
import { RefundButton } from "#web/features/orders/refund-button.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PersonText } from "#web/ui/person.tsx";

interface RefundRequestProps {
  readonly thread: OpenThread["thread"];
  readonly onDecline: (reason: string) => Promise<unknown>;
  /** Runs after the seller has refunded. */
  readonly onRefunded: () => void;
}

function DeclineDialog({
  onDecline,
  onClose,
}: Pick<RefundRequestProps, "onDecline"> & { readonly onClose: () => void }) {
  const form = useContractForm({
    schema: MessageForm,
    defaultValues: { messageContent: "", messageKind: "refundDeclined" },
    onSubmit: async ({ messageContent }) => {
      await onDecline(messageContent);
      onClose();
    },
  });
  return (
    <HelpDialog
      title="Decline the refund?"
      text="The buyer will see your reason and can still ask us for help. You can refund the order later on its page."
      onClose={onClose}
    >
      <Form form={form} label="Decline the refund">
        <TextAreaField name="messageContent" label="Why?" max={LIMITS.message.max} />
        <DialogButtons>
          <SubmitButton size="md" width="auto">
            Decline
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}

interface RefundDecisionProps extends Pick<RefundRequestProps, "onDecline"> {
  readonly buyer: Person;
  /** Undefined while it loads. */
  readonly order: Order | undefined;
  readonly onRefunded?: () => void;
}

/** The seller's decision on an open request. */
export function RefundDecision({ buyer, order, onDecline, onRefunded }: RefundDecisionProps) {
  const [isDeclining, setDeclining] = useState(false);
  return (
    <>
      <chakra.p>
        <PersonText person={buyer} /> is asking for a refund. You decide.
      </chakra.p>
      <Flex mt="3" gap="2" wrap="wrap">
        {order && <RefundButton order={order} {...(onRefunded ? { onRefunded } : {})} />}
        <Button variant="outline" colorPalette="neutral" onClick={() => setDeclining(true)}>
          Decline…
        </Button>
      </Flex>
      {isDeclining && <DeclineDialog onDecline={onDecline} onClose={() => setDeclining(false)} />}
    </>
  );
}

function ThreadDecision({ thread, ...actions }: RefundRequestProps) {
  const { data: order } = useRead(readOrder, { params: { orderId: thread.subject.id as OrderId } });
  return <RefundDecision {...actions} buyer={thread.person} order={order} />;
}

/** State and actions of an order's refund request, above its messages. */
export function RefundRequest(props: RefundRequestProps) {
  const { refund, side, subject, person } = props.thread;
  const isBuyer = side === "buyer";
  if (refund === null) return null;
  if (refund === "refunded") return <Notice kind="success">This order was refunded.</Notice>;
  if (refund === "asked") {
    return (
      <Notice>
        {isBuyer ? `You asked for a refund. ${getDisplayName(person)} decides.` : <ThreadDecision {...props} />}
      </Notice>
    );
  }
  return (
    <Notice>
      <chakra.p>{isBuyer ? "Your refund request was declined." : "You declined the refund."}</chakra.p>
      {isBuyer && (
        <HelpButton mt="3" variant="outline" colorPalette="neutral" about={`Refund declined, order ${subject.id}`} />
      )}
    </Notice>
  );
}
