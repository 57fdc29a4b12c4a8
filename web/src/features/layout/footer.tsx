import { Box, Flex, Heading, Link, Stack, Text } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { HelpButton } from "#web/features/help/help-button.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { ThemeButton } from "#web/ui/theme-button.tsx";
import { useHost } from "#web/ui/use-host.ts";
import { BetaBadge, Wordmark } from "./logo.tsx";
import { FOOTER_GROUPS, HELP_GROUP, isOnSite, LEGAL, type NavLink, useNavLinks } from "./nav-links.ts";

/** Tall enough for touch on phones. */
const LINK_PADDING = { base: "2.5", md: "1" } as const;

function FooterLink({ link }: { readonly link: NavLink }) {
  const host = useHost();
  const linkProps = { variant: "plain", color: "fg.muted", textStyle: "sm", py: LINK_PADDING } as const;
  if (isOnSite(link)) {
    return (
      <SiteLink to={link.to} {...linkProps}>
        {link.label}
      </SiteLink>
    );
  }
  const isMail = link.to.startsWith("mailto:");
  return (
    <Link
      href={isMail ? link.to + host : link.to}
      {...(isMail ? {} : { rel: "noreferrer", target: "_blank" })}
      {...linkProps}
    >
      {link.label}
    </Link>
  );
}

export function Footer() {
  const { isAvailable } = useNavLinks();
  const legal = LEGAL.filter(isAvailable);
  return (
    <Box as="footer" _print={{ display: "none" }} borderTopWidth="1px" borderColor="border.muted" mt="auto">
      <Box maxW="large" mx="auto" px={{ base: "4", md: "8", "2xl": "12" }} py={{ base: "10", md: "14" }}>
        <Flex direction={{ base: "column", lg: "row" }} gap="10" justify="space-between" align="flex-start">
          <Stack gap="5" align="flex-start">
            <Flex gap="2.5" align="center">
              <Wordmark />
              <BetaBadge />
            </Flex>
            <ThemeButton />
          </Stack>
          <Box
            display="grid"
            width={{ base: "full", lg: "auto" }}
            gridTemplateColumns={{
              base: "repeat(auto-fit, minmax(min(8rem, 100%), 1fr))",
              sm: "repeat(2, minmax(0, 1fr))",
              md: "repeat(4, minmax(0, 1fr))",
            }}
            columnGap={{ base: "8", md: "14" }}
            rowGap="8"
          >
            {FOOTER_GROUPS.map(({ title, links }) => {
              const shown = links.filter(isAvailable);
              if (!shown.length) return null;
              return (
                <Stack key={title} as="nav" aria-label={title} gap={{ base: "0", md: "1.5" }} align="flex-start">
                  <Heading as="h2" size="md">
                    {title}
                  </Heading>
                  {shown.map((link) => (
                    <FooterLink key={link.to} link={link} />
                  ))}
                  {title === HELP_GROUP && (
                    <HelpButton
                      variant="plain"
                      borderWidth="0"
                      px="0"
                      h="auto"
                      py={LINK_PADDING}
                      color="fg.muted"
                      fontWeight="normal"
                    />
                  )}
                </Stack>
              );
            })}
          </Box>
        </Flex>
        <Flex mt="10" columnGap={{ base: "4", sm: "6" }} wrap="wrap" align="center">
          <Text textStyle="sm" color="fg.subtle">
            © {new Date().getFullYear()} {APP_NAME}
          </Text>
          {legal.map((link) => (
            <FooterLink key={link.to} link={link} />
          ))}
        </Flex>
      </Box>
    </Box>
  );
}
