import { SimpleGrid } from "@chakra-ui/react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { createDiscountCode } from "#shared/contract/orders.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type DiscountCode, DiscountCodeForm } from "#shared/model/discount-code.ts";
import { choice } from "#shared/model/primitives.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { toast } from "#web/ui/toaster.tsx";
import { ArtworkChoice } from "./artwork-choice.tsx";

/** The contract's form plus the code's scope. */
const NewCode = z.safeExtend(DiscountCodeForm, { scope: choice(["all", "chosen"]) }).check(
  z.refine(({ scope, discountArtwork }) => scope === "all" || Boolean(discountArtwork?.length), {
    path: ["discountArtwork"],
    error: MESSAGES.required,
  }),
);

const EMPTY = {
  discountCode: "",
  discountFrom: "",
  discountUntil: "",
  discountTotal: undefined,
  discountPercent: undefined,
  discountArtwork: null,
  scope: "all",
} as const;

const SCOPES = [
  { value: "all", label: "All my artwork", text: "Including what you publish later" },
  { value: "chosen", label: "Chosen artwork", text: `Up to ${LIMITS.discountArtwork.count}` },
];

function Scope() {
  const scope: unknown = useWatch({ name: "scope" });
  return (
    <>
      <ChoiceField name="scope" label="What does it apply to?" options={SCOPES} />
      {scope === "chosen" && <ArtworkChoice name="discountArtwork" />}
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
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="5">
        <TextField
          name="discountCode"
          label="Code"
          max={LIMITS.discountCode.max}
          hint="Letters, digits and hyphens. Not case-sensitive."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <NumberField
          name="discountPercent"
          label="Percent off"
          hint={`Off your price. No license costs less than $${LIMITS.price.min}.`}
        />
        <TextField
          name="discountFrom"
          label="First day"
          type="date"
          hint="In UTC. Without one, it starts now."
          optional
        />
        <TextField name="discountUntil" label="Last day" type="date" hint="In UTC." optional />
        <NumberField name="discountTotal" label="Total uses" hint="Each buyer can use it once." optional />
      </SimpleGrid>
      <Scope />
      <SubmitButton width={{ base: "full", sm: "auto" }} alignSelf="flex-start">
        Create code
      </SubmitButton>
    </Form>
  );
}
