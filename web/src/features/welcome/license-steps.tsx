import { chakra, Heading } from "@chakra-ui/react";
import { type Step, Steps } from "#web/features/pages/steps.tsx";
import { useUser } from "#web/session/use-session.ts";
import { SiteLink } from "#web/ui/site-link.tsx";
import { ForVisitors } from "./for-visitors.ts";

const STEPS: readonly Step[] = [
  { title: "Find your picture", text: "Many are free. Every price includes all fees." },
  { title: "Choose a license", text: "Personal for your home and screens, commercial for your business." },
  { title: "Download the original", text: "Full size, no watermark, with a certificate that anyone can check." },
];

const Panel = chakra("section", {
  base: {
    padding: { base: "5", md: "6" },
    marginBottom: { base: "7", md: "8" },
    borderRadius: "l3",
    background: "bg.subtle",
  },
});

const Title = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    justifyContent: "space-between",
    columnGap: "6",
    rowGap: "1",
    marginBottom: "5",
  },
});

/** Three steps to a licence, for visitors. */
export function LicenseSteps() {
  if (useUser()) return null;
  return (
    <ForVisitors>
      <Panel aria-labelledby="license-steps">
        <Title>
          <Heading as="h2" size="lg" id="license-steps">
            How a license works
          </Heading>
          <SiteLink to="/license_information" textStyle="sm">
            What each license allows
          </SiteLink>
        </Title>
        <Steps steps={STEPS} isRow />
      </Panel>
    </ForVisitors>
  );
}
