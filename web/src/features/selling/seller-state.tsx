import { Button, type ButtonProps, chakra, Flex, Heading, Spinner } from "@chakra-ui/react";
import BadgeCheck from "lucide-react/icons/badge-check";
import { type ReactNode, useState } from "react";
import { openSellerAccount, readOnboarding, startOnboarding } from "#shared/contract/onboarding.ts";
import { DISPLAY } from "#shared/display.ts";
import type { RouteResult } from "#shared/route.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

/** Labels of Stripe's requirement names; several names share a label. */
const LABELS: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, "A bank account for your earnings"],
  [/^tos_acceptance/, "Your agreement to the terms of service"],
  [/verification\.(additional_)?document/, "Proof of your identity"],
  [/^business_profile\./, "What you sell"],
  [/\.dob\./, "Your date of birth"],
  [/\.address\./, "Your address"],
  [/\.(first|last)_name$/, "Your name"],
  [/\.email$/, "Your email"],
  [/\.phone$/, "Your phone number"],
];

const humanize = (name: string) => {
  const words = name.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Distinct labels of the requirements; an unknown name is shown as it is. */
const requirementLabels = (names: readonly string[]): readonly string[] => [
  ...new Set(names.map((name) => LABELS.find(([pattern]) => pattern.test(name))?.[1] ?? humanize(name))),
];

interface RedirectButtonProps extends Pick<ButtonProps, "variant" | "colorPalette"> {
  readonly children: ReactNode;
  /** Calls the API, whose response redirects the browser. */
  readonly go: () => Promise<unknown>;
}

function RedirectButton({ go, ...props }: RedirectButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    await go().catch(() => {});
    setBusy(false);
  }

  return <Button size="lg" loading={isBusy} onClick={() => void run()} {...props} />;
}

/** Continues the onboarding at Stripe; the country was chosen before. */
function ContinueButton({ country, children }: { readonly country: string; readonly children: ReactNode }) {
  const { id: userId } = useSignedIn();
  const invalidate = useInvalidate();
  const params = { userId };
  const body = { userBusinessAddress: country };
  const start = () => send(startOnboarding, { params, body }, { errorMessage: "Onboarding couldn't continue" });
  // If Stripe has enabled the account meanwhile, the call records it and the page shows it.
  return (
    <RedirectButton go={() => start().finally(() => invalidate(readOnboarding, params))}>{children}</RedirectButton>
  );
}

/** Link to the seller's Stripe dashboard. */
export function AccountButton({ children }: { readonly children: ReactNode }) {
  const { id: userId } = useSignedIn();
  const go = () =>
    send(openSellerAccount, { params: { userId } }, { errorMessage: "Stripe's page couldn't be opened" });
  return (
    <RedirectButton variant="outline" colorPalette="neutral" go={go}>
      {children}
    </RedirectButton>
  );
}

type Onboarding = RouteResult<typeof readOnboarding>;

const Stack = chakra("div", { base: { display: "grid", gap: "5", justifyItems: "start" } });

function Requirements({ names }: { readonly names: readonly string[] }) {
  return (
    <chakra.ul display="grid" gap="2" paddingStart="5" listStyleType="disc">
      {requirementLabels(names).map((word) => (
        <li key={word}>{word}</li>
      ))}
    </chakra.ul>
  );
}

/** Stripe's outstanding requirements with a link to resolve them; nothing without any. */
export function Outstanding({ requirements, deadline, upcoming }: Onboarding) {
  const names = requirements.length > 0 ? requirements : (upcoming?.requirements ?? []);
  if (names.length === 0) return null;
  const until = requirements.length > 0 ? deadline : upcoming?.deadline;
  return (
    <chakra.section aria-label="Stripe needs from you" marginBottom="8">
      <Notice kind={requirements.length > 0 ? "error" : "info"}>
        <Stack>
          <p>
            Stripe needs more from you
            {until && (
              <>
                {" "}
                by <DateTime value={until} pattern={DISPLAY.momentFormat} />
              </>
            )}
            :
          </p>
          <Requirements names={names} />
          <AccountButton>Go to Stripe</AccountButton>
        </Stack>
      </Notice>
    </chakra.section>
  );
}

function Ready({ payoutsEnabled, upcoming }: Onboarding) {
  return (
    <Stack>
      <chakra.span color="accent.fg" aria-hidden>
        <BadgeCheck size={72} strokeWidth={1.25} />
      </chakra.span>
      <Heading as="h1" size="4xl">
        You can sell now
      </Heading>
      <chakra.p color="fg.muted">
        Set prices for your pictures. Every sale goes to your Stripe account.
        {!payoutsEnabled && " Stripe is still checking your bank account before it pays out."}
      </chakra.p>
      <chakra.p color="fg.muted">
        Buyers get receipts and invoices in your name.{" "}
        <SiteLink to="/settings/selling">Add your business address and VAT number</SiteLink>, if you have one.
      </chakra.p>
      {upcoming && (
        <>
          <chakra.p>
            {upcoming.deadline ? (
              <>
                Stripe will need more from you by <DateTime value={upcoming.deadline} pattern={DISPLAY.momentFormat} />:
              </>
            ) : (
              "Stripe will need more from you:"
            )}
          </chakra.p>
          <Requirements names={upcoming.requirements} />
        </>
      )}
      <Flex wrap="wrap" gap="3">
        <ButtonLink to="/artwork/add" size="lg">
          Publish with a price
        </ButtonLink>
        <ButtonLink to="/my_artwork" size="lg" variant="outline" colorPalette="neutral">
          Set prices for published work
        </ButtonLink>
        <AccountButton>{upcoming ? "Go to Stripe" : "Your Stripe account"}</AccountButton>
      </Flex>
    </Stack>
  );
}

function Missing({ requirements, deadline, country }: Onboarding) {
  const words = requirementLabels(requirements);
  return (
    <Stack>
      <Heading as="h1" size="4xl">
        {words.length ? "Almost there" : "Stripe is checking"}
      </Heading>
      {words.length === 0 && <Spinner size="lg" color="accent.fg" role="status" aria-label="Waiting for Stripe" />}
      <chakra.p color="fg.muted">
        {words.length
          ? "Stripe still needs from you:"
          : "You've entered everything. You can sell as soon as Stripe has verified it. There's nothing to do until then."}
      </chakra.p>
      {words.length > 0 && <Requirements names={requirements} />}
      {deadline && (
        <chakra.p color="fg.muted">
          Do this by <DateTime value={deadline} pattern={DISPLAY.momentFormat} />, or Stripe will restrict your account.
        </chakra.p>
      )}
      {country && (
        <ContinueButton country={country}>{words.length ? "Continue at Stripe" : "Check again"}</ContinueButton>
      )}
    </Stack>
  );
}

/** State of a started onboarding. */
export function SellerState({ onboarding }: { readonly onboarding: Onboarding }) {
  return onboarding.onboarded ? <Ready {...onboarding} /> : <Missing {...onboarding} />;
}
