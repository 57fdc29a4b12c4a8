import { chakra, Input } from "@chakra-ui/react";
import { useSearchParams } from "react-router-dom";
import { SegmentLink } from "#web/ui/segment-links.tsx";
import { findPreset, lastDays, PRESETS, type Range, toDay } from "./range.ts";

interface RangePickerProps {
  readonly range: Range;
  /** The page's URL with another range. */
  readonly buildAddress: (range: Range) => string;
}

/** Preset ranges, and two date fields for any other; the URL keeps the choice. */
export function RangePicker({ range, buildAddress }: RangePickerProps) {
  const now = new Date();
  const current = findPreset(range, now);
  const [, setSearch] = useSearchParams();
  const choose = (part: Partial<Range>) => {
    const { start, end } = { ...range, ...part };
    setSearch(new URLSearchParams(buildAddress({ start, end }).split("?")[1]), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="4">
      <chakra.nav aria-label="Range" display="flex" flexWrap="wrap" gap="1" marginInlineStart="-4">
        {PRESETS.map(({ days, name }) => (
          <SegmentLink key={days} to={buildAddress(lastDays(days, now))} isCurrent={current?.days === days}>
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
        <chakra.legend srOnly>Custom range, in UTC days</chakra.legend>
        {(["start", "end"] as const).map((name) => (
          <Input
            key={name}
            type="date"
            aria-label={name === "start" ? "First day" : "Last day"}
            width="10rem"
            minWidth="0"
            flex={{ base: "1 1 8.5rem", sm: "none" }}
            required
            max={name === "end" ? toDay(now) : range.end}
            value={range[name]}
            onChange={({ target }) => target.value && choose({ [name]: target.value })}
          />
        ))}
      </chakra.fieldset>
    </chakra.div>
  );
}
