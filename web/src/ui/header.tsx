import { Box, Flex } from "@chakra-ui/react";
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
import { useSession } from "#web/session/use-session.ts";
import { HomeLink } from "./mark.tsx";
import { SearchBox } from "./search-box.tsx";
import { ButtonLink } from "./site-link.tsx";
import { useHasPlace } from "./use-places.ts";

const NotificationBell = lazy(() => import("#web/features/notifications/notification-bell.tsx"));
const ProfileMenu = lazy(() => import("./profile-menu.tsx"));

const SEARCH = { label: "Search", to: "/search" };

function Account() {
  const { status, user } = useSession();
  if (status === "starting") return <Box height="11" />;
  if (user) {
    return (
      <>
        <ButtonLink to="/artwork/add" variant="outline" colorPalette="neutral" aria-label="Add artwork">
          <Plus aria-hidden />
          <Box as="span" hideBelow="sm">
            Add artwork
          </Box>
        </ButtonLink>
        <Suspense fallback={<Box boxSize="11" />}>
          <NotificationBell />
        </Suspense>
        <Suspense fallback={<Box boxSize="11" />}>
          <ProfileMenu user={user} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <ButtonLink to="/login" variant="ghost" colorPalette="neutral">
        Log in
      </ButtonLink>
      <ButtonLink to="/signup">Sign up</ButtonLink>
    </>
  );
}

export function Header() {
  const searchable = useHasPlace()(SEARCH);
  return (
    <Box as="header" position="sticky" top="0" zIndex="header" bg="bg/85" backdropFilter="blur(14px)">
      <Flex
        maxW="large"
        mx="auto"
        px={{ base: "4", md: "8", "2xl": "12" }}
        py="3"
        gap={{ base: "3", md: "6" }}
        align="center"
        wrap={{ base: "wrap", md: "nowrap" }}
      >
        <HomeLink />
        <Flex
          order={{ base: 3, md: 0 }}
          flex={{ base: "1 0 100%", md: "1" }}
          justify="center"
          display={searchable ? "flex" : { base: "none", md: "flex" }}
        >
          {searchable && <SearchBox />}
        </Flex>
        <Flex ms="auto" gap={{ base: "1", sm: "2" }} align="center">
          <Account />
        </Flex>
      </Flex>
    </Box>
  );
}
