import { startOnboarding } from "#shared/contract/onboarding.ts";
import { OnboardingForm } from "#shared/model/profile.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { CountryField } from "#web/ui/form/country-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

/** Where the business is; the answer sends the browser to the payment provider, who asks for the rest. */
export function SellerForm() {
  const { id: userId } = useSignedIn();
  const form = useContractForm({
    schema: OnboardingForm,
    defaultValues: { userBusinessAddress: "" },
    onSubmit: async (body) => {
      await send(startOnboarding, { params: { userId }, body }, { otherwise: "The onboarding didn't begin" });
    },
  });
  return (
    <Form of={form} label="Become a seller">
      <CountryField
        name="userBusinessAddress"
        label="Country of your business"
        isForSelling
        hint="Where you are registered or live. It can't be changed later."
      />
      <SubmitButton>Continue to Stripe</SubmitButton>
    </Form>
  );
}
