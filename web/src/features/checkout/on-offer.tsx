import { chakra, Heading } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";
import type { Checkout } from "#shared/model/order.ts";
import { PersonName } from "#web/ui/name-link.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";

/** What one is about to buy: the picture first. */
export function OnOffer({ checkout: { version, owner } }: { readonly checkout: Checkout }) {
  const { artworkTitle, width, height } = version;
  return (
    <chakra.header position={{ lg: "sticky" }} top="24" display="grid" gap="5">
      <chakra.div
        width="full"
        marginX={{ base: "auto", lg: 0 }}
        borderRadius="l3"
        overflow="hidden"
        style={{ maxWidth: `${((60 * width) / height).toFixed(1)}svh` }}
      >
        <Picture
          picture={version}
          alt={`${artworkTitle} by ${owner.name ?? MESSAGES.deletedUser}`}
          sizes="(min-width: 1024px) 40rem, 100vw"
          firstFrom={0}
        />
      </chakra.div>
      <div>
        <Heading as="h1" size="4xl" overflowWrap="anywhere">
          {artworkTitle}
        </Heading>
        <chakra.p marginTop="1" color="fg.muted">
          by <PersonName person={owner} />
        </chakra.p>
      </div>
    </chakra.header>
  );
}
