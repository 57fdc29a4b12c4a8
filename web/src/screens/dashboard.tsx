import { chakra, Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { ORDER_SIDES, type OrderSide } from "#shared/model/order.ts";
import { LifetimeTotals } from "#web/features/dashboard/lifetime-totals.tsx";
import { parseRange, type Range } from "#web/features/dashboard/range.ts";
import { RangePicker } from "#web/features/dashboard/range-picker.tsx";
import { RangeReport } from "#web/features/dashboard/range-report.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

/** Totals and daily figures of sales or purchases; side and range are kept in the URL. */
export default function DashboardScreen() {
  const { onboarded } = useSignedIn();
  const [search] = useSearchParams();
  const side = ORDER_SIDES.find((one) => one === search.get("show")) ?? (onboarded ? "sales" : "purchases");
  const range = parseRange(search, new Date());
  const buildAddress = (show: OrderSide, { start, end }: Range) =>
    `/dashboard?${new URLSearchParams({ show, start, end })}`;
  return (
    <PageContainer title="Dashboard" width="large">
      <chakra.div maxWidth="90rem" marginX="auto">
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap="4"
          marginBottom={{ base: "4", md: "6" }}
        >
          <Heading as="h1" size="4xl">
            Dashboard
          </Heading>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <ButtonLink to="/audience" variant="outline" colorPalette="neutral">
              Audience
            </ButtonLink>
            {onboarded && (
              <ButtonLink to="/payouts" variant="outline" colorPalette="neutral">
                Payouts
              </ButtonLink>
            )}
          </chakra.div>
        </chakra.div>
        <TabLinks
          label="Dashboard"
          tabs={[
            { to: buildAddress("sales", range), isCurrent: side === "sales", content: "Sales" },
            { to: buildAddress("purchases", range), isCurrent: side === "purchases", content: "Purchases" },
          ]}
        />
        <chakra.section aria-label="All time" marginBottom={{ base: "8", md: "10" }}>
          <SectionBoundary>
            <LifetimeTotals key={side} side={side} />
          </SectionBoundary>
        </chakra.section>
        <chakra.section aria-label="A range of days" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
          <RangePicker range={range} buildAddress={(chosen) => buildAddress(side, chosen)} />
          <div>
            <SectionBoundary>
              <RangeReport key={side} side={side} range={range} />
            </SectionBoundary>
          </div>
        </chakra.section>
      </chakra.div>
    </PageContainer>
  );
}
