import { chakra, Flex, Heading, Spinner } from "@chakra-ui/react";
import { BadgeCheck } from "lucide-react";
import type { readOnboarding } from "#shared/contract/onboarding.ts";
import type { ResultOf } from "#shared/route.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { ContinueButton } from "./continue-button.tsx";
import { requirementWords } from "./requirement-words.ts";

type Onboarding = ResultOf<typeof readOnboarding>;

const Stack = chakra("div", { base: { display: "grid", gap: "5", justifyItems: "start" } });

function Ready({ payoutsEnabled }: Onboarding) {
  return (
    <Stack>
      <chakra.span color="ochre.fg" aria-hidden>
        <BadgeCheck size={72} strokeWidth={1.25} />
      </chakra.span>
      <Heading as="h1" size="4xl">
        You can sell now
      </Heading>
      <chakra.p color="fg.muted">
        Give your pictures a price, and every sale goes to your Stripe account.
        {!payoutsEnabled && " Stripe still checks your bank account before it pays out."}
      </chakra.p>
      <Flex wrap="wrap" gap="3">
        <ButtonLink to="/artwork/add" size="lg">
          Publish with a price
        </ButtonLink>
        <ButtonLink to="/my_artwork" size="lg" variant="outline" colorPalette="neutral">
          Price what you have published
        </ButtonLink>
      </Flex>
    </Stack>
  );
}

function Missing({ requirements, country }: Onboarding) {
  const words = requirementWords(requirements);
  return (
    <Stack>
      <Heading as="h1" size="4xl">
        {words.length ? "Almost there" : "Stripe is checking"}
      </Heading>
      {words.length === 0 && <Spinner size="lg" color="ochre.fg" role="status" aria-label="Waiting for Stripe" />}
      <chakra.p color="fg.muted">
        {words.length
          ? "Stripe still needs from you:"
          : "Everything is entered. As soon as Stripe has verified it, you can sell; there is nothing to do until then."}
      </chakra.p>
      {words.length > 0 && (
        <>
          <chakra.ul display="grid" gap="2" paddingStart="5" listStyleType="disc">
            {words.map((word) => (
              <li key={word}>{word}</li>
            ))}
          </chakra.ul>
          {country && <ContinueButton country={country} />}
        </>
      )}
    </Stack>
  );
}

/** How far the onboarding is that was begun. */
export function SellerState({ of: onboarding }: { readonly of: Onboarding }) {
  return onboarding.onboarded ? <Ready {...onboarding} /> : <Missing {...onboarding} />;
}
