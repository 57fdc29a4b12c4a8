import { Button, chakra, Heading } from "@chakra-ui/react";
import BadgeCheck from "lucide-react/icons/badge-check";
import { Link } from "react-router-dom";
import type { License } from "#shared/model/order.ts";
import { getLicenseHolder } from "#shared/rules/license-holder.ts";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { DownloadButton } from "./download-button.tsx";
import { LICENSE_LABELS } from "./license-labels.ts";
import { PhoneBar } from "./phone-bar.tsx";

const Held = chakra("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: "3",
    padding: "4",
    borderRadius: "l3",
    borderWidth: "1px",
    borderColor: "accent.border",
    background: "accent.subtle",
  },
});

interface HeldLicensesProps {
  readonly licenses: readonly License[];
  readonly title: string;
  /** On phones, pins the newest licence's file and order to the bottom. */
  readonly inReach?: boolean;
}

/** The user's licences with downloads. Not lazy, because a late insertion would shift the page below. */
export function HeldLicenses({ licenses, title, inReach }: HeldLicensesProps) {
  const [newest] = licenses;
  if (!newest) return null;
  return (
    <>
      <chakra.section aria-labelledby="own-licenses">
        <Heading as="h2" size="lg" id="own-licenses" marginBottom="3" display="flex" alignItems="center" gap="2">
          <BadgeCheck size={22} aria-hidden />
          You hold {licenses.length > 1 ? "licenses" : "a license"}
        </Heading>
        <chakra.ul display="grid" gap="3" listStyle="none">
          {licenses.map((license) => (
            <Held key={license.licenseId}>
              <chakra.div minWidth="0" display="grid" gap="0.5">
                <SiteLink to={`/orders/${license.orderId}`} variant="plain" fontWeight="semibold">
                  {LICENSE_LABELS[license.licenseType].name}
                </SiteLink>
                <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                  {getLicenseHolder(license)} · <RelativeTime value={license.created} />
                </chakra.span>
              </chakra.div>
              <DownloadButton orderId={license.orderId} title={title} size="sm" />
            </Held>
          ))}
        </chakra.ul>
      </chakra.section>
      {inReach && (
        <PhoneBar pinned hideFrom="lg">
          <Button asChild flex="1" variant="outline" colorPalette="neutral">
            <Link to={`/orders/${newest.orderId}`}>View order</Link>
          </Button>
          <DownloadButton orderId={newest.orderId} title={title} flex="1" />
        </PhoneBar>
      )}
    </>
  );
}
