import { Button, chakra, Heading, Text } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { createPlatformCode, endPlatformCode, listPlatformCodes } from "#shared/contract/admin.ts";
import { LIMITS } from "#shared/limits.ts";
import { type DiscountCode, PlatformCodeForm } from "#shared/model/discount-code.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { CodeFields, EMPTY_CODE } from "#web/features/discounts/code-fields.tsx";
import { CodeList } from "#web/features/discounts/code-list.tsx";
import { useCodes } from "#web/features/discounts/use-codes.ts";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { TextAreaField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { ReasonDialog } from "../reason-dialog.tsx";

function NewPlatformCode({ onCreated }: { readonly onCreated: (code: DiscountCode) => void }) {
  const form = useContractForm({
    schema: PlatformCodeForm,
    defaultValues: { ...EMPTY_CODE, reason: "" },
    onSubmit: async (body) => {
      const options = { errorMessage: "The code wasn't created", inPlace: ["discount_taken"] } as const;
      onCreated(await send(createPlatformCode, { body }, options));
      toast.success("Discount code created");
    },
  });
  return (
    <Form form={form} label="New code of the platform">
      <CodeFields percentHint="Off the artist's price. The platform's fees pay for it, so it takes off no more than these." />
      <TextAreaField name="reason" label="Reason" max={LIMITS.operatorReason.max} hint="The log keeps it." />
      <SubmitButton width={{ base: "full", sm: "auto" }} alignSelf="flex-start">
        Create code
      </SubmitButton>
    </Form>
  );
}

/** Codes that the platform pays for. */
export default function Codes() {
  const pages = useReadPages(listPlatformCodes, {}, { errorMessage: "The codes weren't loaded" });
  const { codes, add, markEnded } = useCodes(pages);
  const invalidate = useInvalidate();
  const [created, setCreated] = useState(0);
  const [ending, setEnding] = useState<DiscountCode | null>(null);
  const list = useRef<HTMLElement>(null);

  /** Shows the new code and empties the form, whose button had the focus. */
  function show(code: DiscountCode) {
    add(code);
    setCreated(created + 1);
    list.current?.focus();
  }

  async function end(code: DiscountCode, reason: string) {
    const params = { discountId: code.discountId };
    await send(endPlatformCode, { params, body: { reason } }, { errorMessage: "The code wasn't ended" });
    markEnded(code);
    await invalidate(listPlatformCodes);
  }

  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" }}
      alignItems="start"
      gap="10"
    >
      <chakra.section
        aria-labelledby="new-code"
        padding={{ base: "5", md: "7" }}
        borderRadius="l3"
        borderWidth="1px"
        borderColor="border.muted"
        background="bg.panel"
      >
        <Heading as="h2" size="lg" id="new-code" marginBottom="5">
          New code
        </Heading>
        <NewPlatformCode key={created} onCreated={show} />
      </chakra.section>
      <chakra.section ref={list} aria-labelledby="codes" tabIndex={-1} outline="none" scrollMarginTop="24">
        <Heading as="h2" size="lg" id="codes" marginBottom="4">
          Codes of the platform
        </Heading>
        {codes.length === 0 && pages.isLoading && <SkeletonColumns count={2} isNarrow label="Loading the codes" />}
        {codes.length === 0 && !pages.isLoading && !pages.error && (
          <Text color="fg.muted">There are no codes yet. The first one will be here, with its uses.</Text>
        )}
        <CodeList
          label="Codes of the platform"
          codes={codes}
          renderEnd={(code) => (
            <Button
              variant="outline"
              colorPalette="neutral"
              size="sm"
              aria-label={`End code ${code.discountCode}`}
              onClick={() => setEnding(code)}
            >
              End code…
            </Button>
          )}
        />
        <ShowMore pages={pages} noun="codes" />
      </chakra.section>
      {ending && (
        <ReasonDialog
          title={`End ${ending.discountCode}?`}
          text="The code stops working; payments already started keep it. The same code can't be created again."
          action="End code"
          usual="The campaign is over"
          onConfirm={(reason) => end(ending, reason)}
          onClose={() => setEnding(null)}
        />
      )}
    </chakra.div>
  );
}
