import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { SiteLink } from "#web/ui/site-link.tsx";
import { LICENSE_LABELS } from "./license-labels.ts";

interface LicenseLimitsProps extends HTMLChakraProps<"p"> {
  readonly type: LicenseType;
}

/** A license's limits in a sentence, with the way to its terms in a tab of their own, so that a form keeps its input. */
export const LicenseLimits = ({ type, children, ...props }: LicenseLimitsProps) => (
  <chakra.p textStyle="sm" color="fg.muted" {...props}>
    {children} {LICENSE_LABELS[type].excludes}{" "}
    <SiteLink to={`/license_information#${type}`} target="_blank">
      Full terms
    </SiteLink>
  </chakra.p>
);
