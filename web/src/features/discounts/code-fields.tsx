import { SimpleGrid } from "@chakra-ui/react";
import { LIMITS } from "#shared/limits.ts";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";

export const EMPTY_CODE = {
  discountCode: "",
  discountFrom: "",
  discountUntil: "",
  discountTotal: undefined,
  discountPercent: undefined,
} as const;

/** Fields of every new code. */
export const CodeFields = ({ percentHint }: { readonly percentHint: string }) => (
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
    <NumberField name="discountPercent" label="Percent off" hint={percentHint} />
    <TextField name="discountFrom" label="First day" type="date" hint="In UTC. Without one, it starts now." optional />
    <TextField name="discountUntil" label="Last day" type="date" hint="In UTC." optional />
    <NumberField name="discountTotal" label="Total uses" hint="Each buyer can use it once." optional />
  </SimpleGrid>
);
