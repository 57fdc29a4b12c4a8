import { useWatch } from "react-hook-form";
import { makeOffer } from "#shared/contract/messages.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { OpenThread } from "#shared/model/message.ts";
import { OfferForm } from "#shared/model/offer.ts";
import { computeFees } from "#shared/rules/fees.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { send } from "#web/api/send.ts";
import { HelpDialog } from "#web/features/help/help-dialog.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { CheckField } from "#web/ui/form/check-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { MoneyLines } from "#web/ui/money-lines.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { type OfferedWork, OfferWorks, toOfferedWork } from "./offer-works.tsx";
import { useOfferForm } from "./use-offer-form.ts";

interface MakeOfferDialogProps {
  readonly thread: OpenThread["thread"];
  readonly onClose: () => void;
}

const STANDARD_DAYS = 14;

const { price, days } = LIMITS.offer;

/** The sums that the buyer would pay and the artist earn, once every price is valid. */
function Preview() {
  const items: readonly OfferedWork[] = useWatch({ name: "offerItems" });
  const prices = items.map(({ offerPrice = 0 }) => Number(offerPrice));
  const isValid = (dollars: number) => Number.isInteger(dollars) && dollars >= price.min && dollars <= price.max;
  if (prices.length === 0 || !prices.every(isValid)) return null;
  const {
    price: sum,
    buyerFee,
    orderSpent,
    sellerFee,
    orderEarned,
  } = computeFees(prices.reduce((total, dollars) => total + dollars * 100, 0));
  return (
    <>
      <MoneyLines
        lines={[
          { label: prices.length > 1 ? "License prices" : "License price", cents: sum },
          { label: "Service fee", cents: buyerFee },
        ]}
        total={{ label: "The buyer pays", cents: orderSpent }}
      />
      <MoneyLines
        lines={[{ label: "Your fee", cents: -sellerFee }]}
        total={{ label: "You earn", cents: orderEarned }}
      />
    </>
  );
}

/** Makes an offer in a conversation. */
export default function MakeOfferDialog({ thread, onClose }: MakeOfferDialogProps) {
  const { threadId, subject, person } = thread;
  const subjectWork =
    subject.kind === "artwork" && subject.picture
      ? [toOfferedWork({ artworkId: subject.id as ArtworkId, title: subject.title, picture: subject.picture })]
      : [];
  const form = useOfferForm({
    name: `offer ${threadId}`,
    schema: OfferForm,
    defaultValues: { offerItems: subjectWork, offerTerms: "", offerExclusive: false, offerDays: STANDARD_DAYS },
    onSend: async (body, idempotencyKey) => {
      const options = { idempotencyKey, errorMessage: MESSAGES.failedMakeOffer };
      await send(makeOffer, { params: { threadId }, body }, options);
      return threadId;
    },
    onSent: () => {
      toast.success("Offer sent");
      onClose();
    },
  });

  return (
    <HelpDialog
      title="Make an offer"
      text={`Only ${getDisplayName(person)} can buy it. It stays as it is, whatever you change about the work later.`}
      onClose={onClose}
    >
      <Form form={form} label="Make an offer">
        <OfferWorks />
        <TextAreaField
          name="offerTerms"
          label="Terms in your own words"
          max={LIMITS.offer.terms}
          hint="Where, how long and how many, for example. They become part of the license and its certificate."
          optional
        />
        <CheckField
          name="offerExclusive"
          label="Exclusive"
          text="Once it is bought, nobody else can get a license, unless you refund it. Licenses sold before stay in force."
        />
        <NumberField name="offerDays" label="Valid for (days)" hint={`From ${days.min} to ${days.max}.`} />
        <Preview />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            Send offer
          </SubmitButton>
        </DialogButtons>
      </Form>
    </HelpDialog>
  );
}
