import { chakra, Heading, Input } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { ORDER_SIDES, type OrderSide } from "#shared/model/order.ts";
import { LifetimeTotals } from "#web/features/dashboard/lifetime-totals.tsx";
import { dayOf, lastDays, PRESETS, presetOf, type Range, rangeIn } from "#web/features/dashboard/range.ts";
import { RangeReport } from "#web/features/dashboard/range-report.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SegmentLink } from "#web/ui/segment-links.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";

interface RangePickerProps {
  readonly range: Range;
  /** The dashboard's URL with another range. */
  readonly addressOf: (range: Range) => string;
}

/** Preset ranges, and two date fields for any other; the URL keeps the choice. */
function RangePicker({ range, addressOf }: RangePickerProps) {
  const now = new Date();
  const current = presetOf(range, now);
  const [, setSearch] = useSearchParams();
  const choose = (part: Partial<Range>) => {
    const { start, end } = { ...range, ...part };
    setSearch(new URLSearchParams(addressOf({ start, end }).split("?")[1]), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="4">
      <chakra.nav aria-label="Range" display="flex" flexWrap="wrap" gap="1" marginInlineStart="-4">
        {PRESETS.map(({ days, name }) => (
          <SegmentLink key={days} to={addressOf(lastDays(days, now))} isCurrent={current?.days === days}>
            {name}
          </SegmentLink>
        ))}
      </chakra.nav>
      <chakra.fieldset
        display="flex"
        flexWrap="wrap"
        gap="2"
        minWidth="0"
        flex={{ base: "1 1 100%", sm: "0 1 auto" }}
        textStyle="sm"
        color="fg.muted"
      >
        <chakra.legend srOnly>Any other range, in UTC days</chakra.legend>
        {(["start", "end"] as const).map((name) => (
          <Input
            key={name}
            type="date"
            aria-label={name === "start" ? "First day" : "Last day"}
            width="10rem"
            minWidth="0"
            flex={{ base: "1 1 8.5rem", sm: "none" }}
            required
            max={name === "end" ? dayOf(now) : range.end}
            value={range[name]}
            onChange={({ target }) => target.value && choose({ [name]: target.value })}
          />
        ))}
      </chakra.fieldset>
    </chakra.div>
  );
}

/** The totals of one side and a range of its days; side and range are kept in the URL. */
export default function DashboardScreen() {
  const { onboarded } = useSignedIn();
  const { payments } = useFeatures();
  const [search] = useSearchParams();
  const side = ORDER_SIDES.find((one) => one === search.get("show")) ?? (onboarded ? "sales" : "purchases");
  const range = rangeIn(search, new Date());
  const addressOf = (show: OrderSide, { start, end }: Range) =>
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
          {onboarded && payments && (
            <ButtonLink to="/payouts" variant="outline" colorPalette="neutral">
              Payouts
            </ButtonLink>
          )}
        </chakra.div>
        <TabLinks
          label="Dashboard"
          tabs={[
            { to: addressOf("sales", range), isCurrent: side === "sales", content: "Sales" },
            { to: addressOf("purchases", range), isCurrent: side === "purchases", content: "Purchases" },
          ]}
        />
        <chakra.section aria-label="All time" marginBottom={{ base: "8", md: "10" }}>
          <LifetimeTotals key={side} side={side} />
        </chakra.section>
        <chakra.section aria-label="A range of days" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
          <RangePicker range={range} addressOf={(chosen) => addressOf(side, chosen)} />
          <div>
            <RangeReport key={side} side={side} range={range} />
          </div>
        </chakra.section>
      </chakra.div>
    </PageContainer>
  );
}
