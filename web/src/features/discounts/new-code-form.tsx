import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { createDiscountCode } from "#shared/contract/orders.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { OwnArtworkCard } from "#shared/model/artwork.ts";
import { type DiscountCode, DiscountCodeForm } from "#shared/model/discount-code.ts";
import { choice } from "#shared/model/primitives.ts";
import { listLicenseOptions } from "#shared/rules/license-options.ts";
import { send } from "#web/api/send.ts";
import { ArtworkChoice } from "#web/features/artwork/artwork-choice.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { toast } from "#web/ui/toaster.tsx";
import { CodeFields, EMPTY_CODE } from "./code-fields.tsx";

/** The contract's form plus the code's scope. */
const NewCode = z.safeExtend(DiscountCodeForm, { scope: choice(["all", "chosen"]) }).check(
  z.refine(({ scope, discountArtwork }) => scope === "all" || Boolean(discountArtwork?.length), {
    path: ["discountArtwork"],
    error: MESSAGES.required,
  }),
);

const EMPTY = {
  ...EMPTY_CODE,
  discountArtwork: null,
  scope: "all",
} as const;

const SCOPES = [
  { value: "all", label: "All my artwork", text: "Including what you publish later" },
  { value: "chosen", label: "Chosen artwork", text: `Up to ${LIMITS.discountArtwork.count}` },
];

/** Prices of an artwork on sale. */
const listPrices = (card: OwnArtworkCard) =>
  card.artworkVisibility === "visible"
    ? listLicenseOptions(card).flatMap(({ licensePrice }) => (licensePrice > 0 ? [licensePrice] : []))
    : [];

function Scope() {
  const scope: unknown = useWatch({ name: "scope" });
  return (
    <>
      <ChoiceField name="scope" label="What does it apply to?" options={SCOPES} />
      {scope === "chosen" && (
        <ArtworkChoice
          name="discountArtwork"
          label="Chosen artwork"
          max={LIMITS.discountArtwork.count}
          isOffered={(card) => listPrices(card).length > 0}
          describe={(card) => listPrices(card).map(centsLabel).join(", ")}
          whenEmpty="None of your artwork is for sale."
        />
      )}
    </>
  );
}

/** Form for a new code. */
export function NewCodeForm({ onCreated }: { readonly onCreated: (code: DiscountCode) => void }) {
  const { id: userId } = useSignedIn();
  const form = useContractForm({
    schema: NewCode,
    defaultValues: EMPTY,
    onSubmit: async ({ scope, discountArtwork, ...values }) => {
      const body = { ...values, ...(scope === "chosen" ? { discountArtwork } : {}) };
      const options = { errorMessage: "The code wasn't created", inPlace: ["discount_taken"] } as const;
      onCreated(await send(createDiscountCode, { params: { userId }, body }, options));
      toast.success("Discount code created");
    },
  });
  return (
    <Form form={form} label="New discount code">
      <CodeFields percentHint={`Off your price. No license costs less than $${LIMITS.price.min}.`} />
      <Scope />
      <SubmitButton width={{ base: "full", sm: "auto" }} alignSelf="flex-start">
        Create code
      </SubmitButton>
    </Form>
  );
}
