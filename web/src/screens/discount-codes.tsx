import { Button, chakra, Heading } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { endDiscountCode, listDiscountCodes } from "#shared/contract/orders.ts";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { CodeList } from "#web/features/discounts/code-list.tsx";
import { NewCodeForm } from "#web/features/discounts/new-code-form.tsx";
import { useCodes } from "#web/features/discounts/use-codes.ts";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

interface EndButtonProps {
  readonly code: DiscountCode;
  readonly onEnded: (code: DiscountCode) => Promise<unknown>;
}

function EndButton({ code, onEnded }: EndButtonProps) {
  const { id: userId } = useSignedIn();
  const { discountId, discountCode } = code;
  async function end() {
    await send(endDiscountCode, { params: { userId, discountId } }, { errorMessage: "The code wasn't ended" });
    await onEnded(code);
  }
  return (
    <Confirm
      title={`End ${discountCode}?`}
      text="The code stops working; payments already started keep it. You can't create the same code again."
      action="End code"
      onConfirm={end}
      trigger={
        <Button variant="outline" colorPalette="neutral" size="sm" aria-label={`End code ${discountCode}`}>
          End code…
        </Button>
      }
    />
  );
}

function Codes() {
  const { id: userId, name } = useSignedIn();
  const params = { userId };
  const pages = useReadPages(listDiscountCodes, { params }, { errorMessage: "Your codes couldn't be loaded" });
  const { codes, add, markEnded } = useCodes(pages);
  const invalidate = useInvalidate();
  const [created, setCreated] = useState(0);
  const list = useRef<HTMLElement>(null);

  /** Shows the new code with its link and empties the form, whose button had the focus. */
  function show(code: DiscountCode) {
    add(code);
    setCreated(created + 1);
    list.current?.focus();
  }

  function end(code: DiscountCode) {
    markEnded(code);
    return invalidate(listDiscountCodes, params);
  }

  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap={{ base: "8", md: "10" }}>
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
        <NewCodeForm key={created} onCreated={show} />
      </chakra.section>
      <chakra.section ref={list} aria-labelledby="codes" tabIndex={-1} outline="none" scrollMarginTop="24">
        <Heading as="h2" size="lg" id="codes" marginBottom="4">
          Your codes
        </Heading>
        {codes.length === 0 && pages.isLoading && <SkeletonColumns count={2} isNarrow label="Loading your codes" />}
        {codes.length === 0 && !pages.isLoading && !pages.error && (
          <chakra.p color="fg.muted">
            You have no codes yet. Your first one will appear here, with its link and how often it was used.
          </chakra.p>
        )}
        <CodeList
          label="Your codes"
          codes={codes}
          path={profilePath(name)}
          renderEnd={(code) => <EndButton code={code} onEnded={end} />}
        />
        <ShowMore pages={pages} noun="codes" />
      </chakra.section>
    </chakra.div>
  );
}

/** A seller's own discount codes; the page exists only on stages with discounts. */
export default function DiscountCodes() {
  const { onboarded } = useSignedIn();
  return (
    <PageContainer title="Discount codes" width="small">
      <chakra.header marginBottom={{ base: "6", md: "8" }} display="grid" gap="2">
        <Heading as="h1" size="4xl">
          Discount codes
        </Heading>
        <chakra.p color="fg.muted" textWrap="pretty">
          A code lowers the price of your artwork for whoever enters it or opens its link. Fees are calculated from the
          lower price.
        </chakra.p>
      </chakra.header>
      <SellingNotice />
      {onboarded && <Codes />}
    </PageContainer>
  );
}
