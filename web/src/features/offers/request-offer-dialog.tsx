import { SimpleGrid } from "@chakra-ui/react";
import * as z from "zod/mini";
import { requestArtworkOffer } from "#shared/contract/messages.ts";
import { formatDate } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkId, ThreadId } from "#shared/model/ids.ts";
import { formatWorks } from "#shared/rules/offers.ts";
import { shorten } from "#shared/rules/visible-text.ts";
import { send } from "#web/api/send.ts";
import { HelpDialog } from "#web/features/help/help-dialog.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useOfferForm } from "./use-offer-form.ts";

interface RequestOfferDialogProps {
  readonly artwork: { readonly id: ArtworkId; readonly title: string };
  readonly artist: string;
  /** Titles of further works by the artist that the price is for. */
  readonly furtherTitles?: readonly string[];
  /** Called with the conversation that shows the request. */
  readonly onSent: (threadId: ThreadId) => void;
  readonly onClose: () => void;
}

const { fact, details } = LIMITS.offerRequest;

const getToday = () => formatDate(new Date(), "yyyy-MM-dd");

/** The contract's form, with today as it is where the buyer is. */
const RequestForm = requestArtworkOffer.body.check(
  z.refine(({ requestDeadline }) => !requestDeadline || requestDeadline >= getToday(), {
    path: ["requestDeadline"],
    error: MESSAGES.offerNeededInPast,
  }),
);

/** Asks an artwork's artist for an offer, in the conversation about the artwork. */
export default function RequestOfferDialog({
  artwork,
  artist,
  furtherTitles = [],
  onSent,
  onClose,
}: RequestOfferDialogProps) {
  const params = { artworkId: artwork.id };
  const form = useOfferForm({
    name: ["request", artwork.id, ...furtherTitles].join(" "),
    schema: RequestForm,
    defaultValues: {
      requestUsage: "",
      requestPlace: "",
      requestDuration: "",
      requestCirculation: "",
      requestDeadline: "",
      requestDetails: furtherTitles.length
        ? shorten(`Also for ${furtherTitles.map((title) => `“${title}”`).join(", ")}.`, details)
        : "",
    },
    onSend: async (body, idempotencyKey) => {
      const options = { idempotencyKey, errorMessage: MESSAGES.failedRequestOffer };
      return (await send(requestArtworkOffer, { params, body }, options)).threadId;
    },
    onSent: (threadId) => {
      onSent(threadId);
      onClose();
    },
  });

  return (
    <HelpDialog
      title="Ask for a price"
      text={`For ${formatWorks(artwork.title, furtherTitles.length)}. If ${artist} makes you an offer, you’ll find it in your messages.`}
      onClose={onClose}
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
          <TextField name="requestDeadline" label="Needed by" type="date" min={getToday()} optional />
        </SimpleGrid>
        <TextAreaField
          name="requestDetails"
          label="Anything else"
          max={details}
          hint="Such as other works you need, or an exclusive license."
          optional
        />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged={form.form.getValues().requestUsage !== ""}>
            Send
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}
