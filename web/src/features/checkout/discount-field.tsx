import { Button, chakra, Flex } from "@chakra-ui/react";
import { X } from "lucide-react";
import { FormProvider } from "react-hook-form";
import * as z from "zod/mini";
import { readDiscount } from "#shared/contract/orders.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { type Discount, DiscountForm } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

const CodeForm = z.pick(DiscountForm, { discountCode: true });

interface DiscountFieldProps {
  readonly artworkId: ArtworkId;
  readonly discount: Discount | null;
  readonly onChange: (discount: Discount | null) => void;
}

/** A code and what it takes off. It stands within the form that pays, so its own Enter key must not pay. */
export function DiscountField({ artworkId, discount, onChange }: DiscountFieldProps) {
  const { form, submit } = useContractForm({
    schema: CodeForm,
    defaultValues: { discountCode: "" },
    onSubmit: async (body) => {
      onChange(await send(readDiscount, { body: { ...body, artworkId } }, { otherwise: "The code wasn't checked" }));
      form.reset();
    },
  });
  if (discount) {
    return (
      <Flex align="center" justify="space-between" gap="3" textStyle="sm">
        <chakra.span role="status">{discount.percent}% off the license</chakra.span>
        <Button type="button" size="sm" variant="ghost" colorPalette="neutral" onClick={() => onChange(null)}>
          <X aria-hidden />
          Remove discount
        </Button>
      </Flex>
    );
  }
  return (
    <FormProvider {...form}>
      <chakra.div
        display="grid"
        gridTemplateColumns="minmax(0, 1fr) auto"
        gap="3"
        alignItems="start"
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          name="discountCode"
          label="Discount code"
          max={LIMITS.discountCode.max}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          optional
        />
        <Button
          type="button"
          variant="outline"
          colorPalette="neutral"
          height="12"
          marginTop="calc(1.5 * {fontSizes.sm} + {spacing.1.5})"
          loading={form.formState.isSubmitting}
          onClick={() => void submit()}
        >
          Apply
        </Button>
      </chakra.div>
    </FormProvider>
  );
}
