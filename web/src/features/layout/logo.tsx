import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

/** The logo's symbol: a lump of pigment above a stroke. */
function LogoSymbol({ size = "1em" }: { readonly size?: string }) {
  return (
    <chakra.svg viewBox="0 0 32 32" width={size} height={size} flexShrink="0" aria-hidden>
      <chakra.path
        d="M16 3c8 0 13 5.4 13 12.6 0 3-1 5.6-2.6 7.8H5.2C3.7 21.300 3 18.700 3 15.800 3 8.500 8 3 16 3Z"
        fill="accent.solid"
      />
      <chakra.rect x="3" y="26" width="26" height="3.400" rx="1.700" fill="accent.600" />
    </chakra.svg>
  );
}

/** Marks the product as a beta. */
export function BetaBadge(props: HTMLChakraProps<"span">) {
  return (
    <chakra.span
      px="2"
      py="0.5"
      borderRadius="full"
      borderWidth="1px"
      borderColor="border.emphasized"
      color="fg.muted"
      textStyle="xs"
      fontWeight="medium"
      letterSpacing="normal"
      {...props}
    >
      {MESSAGES.beta}
    </chakra.span>
  );
}

/** The logo: symbol and name. */
export function Wordmark() {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2.5"
      fontFamily="heading"
      fontWeight="black"
      fontSize="xl"
      letterSpacing="tight"
      color="fg"
    >
      <LogoSymbol size="1.625rem" />
      {APP_NAME}
    </chakra.span>
  );
}

/** Links to the home page; its accessible name begins with the visible text, for voice control (WCAG 2.5.3). */
export function HomeLink() {
  return (
    <SiteLink to="/" variant="plain" py="1.5" aria-label={`${APP_NAME} ${MESSAGES.beta}, home`}>
      <Wordmark />
    </SiteLink>
  );
}
