import { Button, chakra, Heading, Text } from "@chakra-ui/react";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { APP_NAME } from "#shared/brand.ts";
import { readYearReport } from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatCount, formatDate } from "#shared/format.ts";
import type { YearReport as Report } from "#shared/model/numbers.ts";
import { useRead } from "#web/api/use-read.ts";
import { formatCsv, toCsvCell } from "#web/ui/csv.ts";
import { FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";

const HOURS_OF_DAY = 24;

/** A bound of the median, which is counted in steps. */
function formatMedian({ decided, medianHours }: Report) {
  if (decided === 0) return "–";
  if (medianHours === null) return "More than 30 days";
  const [number, unit] = medianHours > HOURS_OF_DAY ? [medianHours / HOURS_OF_DAY, "day"] : [medianHours, "hour"];
  return `At most ${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** The report's lines; what neither succeeded nor failed is open or had nothing left to decide. */
const listLines = (report: Report): readonly (readonly [name: string, value: string])[] => {
  const { notices, decided, takedowns, suspensions, appeals, appealsGranted, appealsRefused } = report;
  return [
    ["Reports received", formatCount(notices)],
    ["Reports decided", formatCount(decided)],
    ["Median time to a decision", formatMedian(report)],
    ["Artwork taken down", formatCount(takedowns)],
    ["Accounts suspended", formatCount(suspensions)],
    ["Appeals received", formatCount(appeals)],
    ["Appeals that succeeded", formatCount(appealsGranted)],
    ["Appeals that were turned down", formatCount(appealsRefused)],
  ];
};

const buildTitle = (year: string) => `${APP_NAME}'s decisions about content and accounts in ${year}`;

const saveCsv = (report: Report) =>
  saveFile(
    `decisions-${report.year}.csv`,
    "text/csv",
    formatCsv([["Number", report.year], ...listLines(report)].map((row) => row.map(toCsvCell))),
  );

function Lines({ report }: { readonly report: Report }) {
  const { year, since } = report;
  return (
    <>
      {since === null ? (
        <Text color="fg.muted">Nothing was counted in {year}.</Text>
      ) : (
        <ResponsiveTable
          caption={buildTitle(year)}
          columns={["Number", year]}
          rows={listLines(report).map(([name, value]) => ({ name, cells: [value] }))}
        />
      )}
      {since !== null && (
        <Text textStyle="sm" color="fg.muted" marginTop="3">
          Counted since {formatDate(since, DISPLAY.shortDayFormat, "UTC")}. People made every decision; programs only
          compare pictures.
        </Text>
      )}
      {since !== null && (
        <chakra.div display="flex" flexWrap="wrap" gap="3" marginTop="4" _print={{ display: "none" }}>
          <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => saveCsv(report)}>
            <FileSpreadsheet aria-hidden />
            Download CSV
          </Button>
          <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </chakra.div>
      )}
    </>
  );
}

/** Years that the choice offers, the latest first. */
const YEARS = 3;

/** The yearly numbers of decisions, which can be printed or saved and published. */
export function YearReport() {
  const thisYear = new Date().getUTCFullYear();
  const [year, setYear] = useState(String(thisYear));
  const read = useRead(readYearReport, { query: { year } }, { errorMessage: "The year's numbers weren't loaded" });
  return (
    <chakra.section aria-labelledby="year-report" marginTop="10">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="end"
        justifyContent="space-between"
        gap="4"
        marginBottom="4"
      >
        <Heading as="h2" size="2xl" id="year-report">
          <chakra.span _print={{ display: "none" }}>Decisions of a year</chakra.span>
          <chakra.span display="none" _print={{ display: "inline" }}>
            {buildTitle(year)}
          </chakra.span>
        </Heading>
        <chakra.div _print={{ display: "none" }}>
          <FieldLayout label="Year">
            <Select value={year} onChange={({ target }) => setYear(target.value)}>
              {Array.from({ length: YEARS }, (_, ago) => String(thisYear - ago)).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </FieldLayout>
        </chakra.div>
      </chakra.div>
      <ReadResult read={read} fallback={<SkeletonBlocks count={3} />}>
        {(report) => <Lines report={report} />}
      </ReadResult>
    </chakra.section>
  );
}
