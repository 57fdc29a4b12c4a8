import { chakra, Heading } from "@chakra-ui/react";
import { FollowedArtwork } from "#web/features/follows/followed-artwork.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

/** The newest artwork of the artists whom the user follows. */
export default function Following() {
  return (
    <PageContainer title="Following" width="large">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        marginBottom={{ base: "4", md: "6" }}
      >
        <Heading as="h1" size="4xl">
          Following
        </Heading>
        <ButtonLink to="/settings/following" variant="outline" colorPalette="neutral" size="sm">
          Artists you follow
        </ButtonLink>
      </chakra.div>
      <FollowedArtwork />
    </PageContainer>
  );
}
