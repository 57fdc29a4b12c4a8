import { chakra, Heading } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { listDiscountCodes } from "#shared/contract/orders.ts";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { CodeList } from "#web/features/discounts/code-list.tsx";
import { NewCodeForm } from "#web/features/discounts/new-code-form.tsx";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";

/** The codes, with those just created first, which the eventually consistent index may lack. */
function useCodes() {
  const { id: userId } = useSignedIn();
  const params = { userId };
  const pages = useReadPages(listDiscountCodes, { params }, { errorMessage: "Your codes couldn't be loaded" });
  const invalidate = useInvalidate();
  const [made, setMade] = useState<readonly DiscountCode[]>([]);
  const isListed = ({ discountId }: DiscountCode) => pages.items.some((code) => code.discountId === discountId);
  return {
    pages,
    codes: [...made.filter((code) => !isListed(code)), ...pages.items],
    add: (code: DiscountCode) => setMade([code, ...made]),
    markEnded({ discountId }: DiscountCode) {
      const until = new Date().toISOString();
      setMade(made.map((code) => (code.discountId === discountId ? { ...code, state: "ended", until } : code)));
      return invalidate(listDiscountCodes, params);
    },
  };
}

function Codes() {
  const { pages, codes, add, markEnded } = useCodes();
  const [created, setCreated] = useState(0);
  const list = useRef<HTMLElement>(null);

  /** Shows the new code with its link and empties the form, whose button had the focus. */
  function show(code: DiscountCode) {
    add(code);
    setCreated(created + 1);
    list.current?.focus();
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
        <CodeList codes={codes} onEnded={markEnded} />
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
