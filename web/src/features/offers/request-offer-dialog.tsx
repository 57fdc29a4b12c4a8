import { SimpleGrid } from "@chakra-ui/react";
import { listThreads, readThread, requestOffer } from "#shared/contract/messages.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { OpenThread } from "#shared/model/message.ts";
import { OfferRequestForm } from "#shared/model/offer.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { HelpDialog } from "#web/features/help/help-dialog.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { toast } from "#web/ui/toaster.tsx";

interface RequestOfferDialogProps {
  readonly thread: OpenThread["thread"];
  readonly onClose: () => void;
}

const { fact, details } = LIMITS.offerRequest;

/** Asks the artist for an offer; what was entered is kept until it is sent. */
export default function RequestOfferDialog({ thread, onClose }: RequestOfferDialogProps) {
  const { threadId, subject, person } = thread;
  const { id: userId } = useSignedIn();
  const invalidate = useInvalidate();
  const draftName = `${DRAFT_PREFIX} ${userId} request ${threadId}`;
  const form = useContractForm({
    schema: OfferRequestForm,
    defaultValues: readDraft<object>(draftName) ?? {
      artworkId: subject.id as ArtworkId,
      requestUsage: "",
      requestPlace: "",
      requestDuration: "",
      requestCirculation: "",
      requestDeadline: "",
      requestDetails: "",
    },
    onSubmit: async (body) => {
      await withIdempotencyKey(`request ${threadId}`, body, (idempotencyKey) =>
        send(
          requestOffer,
          { params: { threadId }, body },
          { idempotencyKey, errorMessage: MESSAGES.failedRequestOffer },
        ),
      );
      removeDraft(draftName);
      await Promise.all([invalidate(readThread, { threadId }), invalidate(listThreads)]);
      toast.success("Request sent");
      onClose();
    },
  });

  function close() {
    storeDraft(draftName, form.form.getValues());
    onClose();
  }

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
