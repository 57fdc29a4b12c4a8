import { SimpleGrid } from "@chakra-ui/react";
import { requestOffer } from "#shared/contract/messages.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { OpenThread } from "#shared/model/message.ts";
import { OfferRequestForm } from "#shared/model/offer.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { send } from "#web/api/send.ts";
import { HelpDialog } from "#web/features/help/help-dialog.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useOfferForm } from "./use-offer-form.ts";

interface RequestOfferDialogProps {
  readonly thread: OpenThread["thread"];
  readonly onClose: () => void;
}

const { fact, details } = LIMITS.offerRequest;

/** Asks the artist for an offer. */
export default function RequestOfferDialog({ thread, onClose }: RequestOfferDialogProps) {
  const { threadId, subject, person } = thread;
  const { form, close } = useOfferForm({
    kind: "request",
    threadId,
    schema: OfferRequestForm,
    defaultValues: {
      artworkId: subject.id as ArtworkId,
      requestUsage: "",
      requestPlace: "",
      requestDuration: "",
      requestCirculation: "",
      requestDeadline: "",
      requestDetails: "",
    },
    onSend: (body, idempotencyKey) =>
      send(requestOffer, { params: { threadId }, body }, { idempotencyKey, errorMessage: MESSAGES.failedRequestOffer }),
    sentText: "Request sent",
    onClose,
  });

  return (
    <HelpDialog
      title="Ask for a price"
      text={`For “${subject.title}”. ${getDisplayName(person)} can answer with an offer that you can buy here.`}
      onClose={close}
    >
      <Form form={form} label="Ask for a price">
        <TextField
          name="requestUsage"
          label="What is it for?"
          max={fact}
          hint="Such as a book cover, a poster series or a company's website."
        />
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5" alignItems="start">
          <TextField name="requestPlace" label="Where" max={fact} hint="Countries or channels." optional />
          <TextField name="requestDuration" label="How long" max={fact} optional />
          <TextField name="requestCirculation" label="Circulation" max={fact} hint="Copies or visitors." optional />
          <NumberField name="requestBudget" label="Budget" unit="$" optional />
          <TextField name="requestDeadline" label="Needed by" type="date" optional />
        </SimpleGrid>
        <TextAreaField name="requestDetails" label="Anything else" max={details} optional />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged={form.form.getValues().requestUsage !== ""}>
            Send
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}
