import { Button, chakra } from "@chakra-ui/react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { findCountry } from "#shared/countries.ts";
import { BillingForm } from "#shared/model/billing.ts";
import { BILLING_FIELDS, BillingFields } from "#web/features/billing/billing-fields.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { ChangeButton, CheckoutSection } from "./checkout-section.tsx";

type BillingName = keyof BillingForm;

/** The address in one line. */
export const formatAddress = ({ billingAddress, billingZip, billingCity, billingCountry }: BillingForm) =>
  `${billingAddress}, ${billingZip} ${billingCity}, ${findCountry(billingCountry)?.name ?? billingCountry}`;

/** Name and address in a line; the e-mail address too, if it isn't the account's. */
function BillingSummary() {
  const values = useWatch<BillingForm>() as BillingForm;
  const { email } = useSignedIn();
  const { billingName, billingSurname, billingEmail } = values;
  return (
    <chakra.p overflowWrap="anywhere">
      {billingName} {billingSurname}, {formatAddress(values)}
      {billingEmail !== email && (
        <chakra.span display="block" color="fg.muted">
          {billingEmail}
        </chakra.span>
      )}
    </chakra.p>
  );
}

/**
 * The billing address: its fields for a first purchase, afterwards one line with a button that opens them. Pay also takes what
 * was typed without Save.
 */
export function BillingSection({ children }: { readonly children: ReactNode }) {
  const { getValues, setValue, trigger, clearErrors, setFocus, formState } = useFormContext<BillingForm>();
  const isSaved = useState(() => BillingForm.safeParse(getValues()).success)[0];
  /** The values that Cancel restores; null while the fields are closed. */
  const [before, setBefore] = useState<readonly string[] | null>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  const nextFocus = useRef<BillingName | "change">(null);
  const { errors } = formState;
  const faulty = BILLING_FIELDS.find((name) => errors[name]);

  function open(field: BillingName) {
    nextFocus.current = field;
    setBefore(getValues([...BILLING_FIELDS]));
  }

  function close() {
    nextFocus.current = "change";
    setBefore(null);
  }

  async function save() {
    if (await trigger([...BILLING_FIELDS], { shouldFocus: true })) close();
  }

  function cancel() {
    for (const [at, name] of BILLING_FIELDS.entries()) setValue(name, before?.[at] ?? "", { shouldDirty: true });
    clearErrors([...BILLING_FIELDS]);
    close();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows opening and closing
  useEffect(() => {
    const next = nextFocus.current;
    nextFocus.current = null;
    if (next === "change") changeButton.current?.focus();
    else if (next) setFocus(next);
  }, [before]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an error opens the fields, which Save keeps open while it lasts
  useEffect(() => {
    if (isSaved && faulty && !before) open(faulty);
  }, [faulty]);

  /** Enter would pay. */
  function saveOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void save();
  }

  const isClosed = isSaved && !before;
  return (
    <CheckoutSection
      title="Billing"
      action={isClosed && <ChangeButton subject="address" ref={changeButton} onClick={() => open("billingName")} />}
    >
      {isClosed ? (
        <BillingSummary />
      ) : (
        <chakra.div display="grid" gap="5" {...(isSaved ? { onKeyDown: saveOnEnter } : {})}>
          <BillingFields />
          {isSaved && (
            <chakra.div display="flex" gap="3">
              <Button type="button" size="sm" onClick={() => void save()}>
                Save
              </Button>
              <Button type="button" size="sm" variant="outline" colorPalette="neutral" onClick={cancel}>
                Cancel
              </Button>
            </chakra.div>
          )}
        </chakra.div>
      )}
      {children}
    </CheckoutSection>
  );
}
