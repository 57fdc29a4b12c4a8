import { chakra, Heading } from "@chakra-ui/react";
import { readOrder } from "#shared/contract/licenses.ts";
import { submitEvidence } from "#shared/contract/orders.ts";
import { DISPLAY } from "#shared/display.ts";
import { LIMITS } from "#shared/limits.ts";
import { EvidenceForm } from "#shared/model/evidence.ts";
import type { Order } from "#shared/model/order.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

import { EvidenceFiles } from "./evidence-files.tsx";

interface EvidenceEditorProps {
  readonly orderId: Order["orderId"];
  /** ISO 8601. */
  readonly due: string;
}

/** Form for the seller's evidence in a dispute. */
export function EvidenceEditor({ orderId, due }: EvidenceEditorProps) {
  const invalidate = useInvalidate();
  const form = useContractForm({
    schema: EvidenceForm,
    defaultValues: { evidenceText: "" },
    onSubmit: async (body) => {
      const params = { orderId };
      try {
        await send(submitEvidence, { params, body }, { errorMessage: "Your answer couldn't be sent" });
      } finally {
        await invalidate(readOrder, params);
      }
    },
  });
  return (
    <section aria-labelledby="evidence">
      <Heading as="h2" size="lg" id="evidence" marginBottom="2">
        Answer the buyer's bank
      </Heading>
      <chakra.p textStyle="sm" color="fg.muted" marginBottom="4">
        By <DateTime value={due} pattern={DISPLAY.momentFormat} />, explain why the sale was valid. You can answer only
        once.
      </chakra.p>
      <Form form={form} label="Answer the buyer's bank">
        <TextAreaField
          name="evidenceText"
          label="Your answer"
          max={LIMITS.evidence.max}
          hint="What was agreed on, when the file was delivered, what you wrote to each other."
        />
        <EvidenceFiles />
        <SubmitButton>Submit</SubmitButton>
      </Form>
    </section>
  );
}
