import { chakra, Heading } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { AudienceReport } from "#web/features/audience/audience-report.tsx";
import { parseRange, type Range } from "#web/features/dashboard/range.ts";
import { RangePicker } from "#web/features/dashboard/range-picker.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { SectionBoundary } from "#web/ui/section-boundary.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

const buildAddress = ({ start, end }: Range) => `/audience?${new URLSearchParams({ start, end })}`;

/** The audience of an artist's work, by day; the range is kept in the URL. */
export default function AudienceScreen() {
  const [search] = useSearchParams();
  const range = parseRange(search, new Date());
  return (
    <PageContainer title="Audience" width="large">
      <chakra.div maxWidth="90rem" marginX="auto" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
          <Heading as="h1" size="4xl">
            Audience
          </Heading>
          <ButtonLink to="/announcement/add" variant="outline" colorPalette="neutral" size="sm">
            Write to your followers
          </ButtonLink>
        </chakra.div>
        <RangePicker range={range} buildAddress={buildAddress} />
        <div>
          <SectionBoundary>
            <AudienceReport range={range} />
          </SectionBoundary>
        </div>
        <chakra.p color="fg.muted" textStyle="sm" maxWidth="text" marginTop={{ base: "4", md: "6" }}>
          A view is one visitor who saw a page, counted once a day (UTC). Your own visits, robots and visitors who ask
          not to be tracked don't count. Views are anonymous:{" "}
          <SiteLink to="/privacy_policy">how views are counted</SiteLink>.
        </chakra.p>
      </chakra.div>
    </PageContainer>
  );
}
