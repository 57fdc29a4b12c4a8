import { Box, Flex, IconButton } from "@chakra-ui/react";
import { Plus, Search, X } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { SearchBox } from "#web/features/search/search-box.tsx";
import { useSession } from "#web/session/use-session.ts";
import { HomeLink } from "./mark.tsx";
import { ButtonLink } from "./site-link.tsx";
import { ThemeIconButton } from "./theme-button.tsx";
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
      <Box hideBelow="md">
        <ThemeIconButton />
      </Box>
      <ButtonLink to="/login" variant="ghost" colorPalette="neutral">
        Log in
      </ButtonLink>
      <ButtonLink to="/signup">Sign up</ButtonLink>
    </>
  );
}

/** The search box: in the row where there is room, else below it once the button is pressed. */
export function Header() {
  const searchable = useHasPlace()(SEARCH);
  const [isSearching, setIsSearching] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const boxId = useId();
  const closeSearch = () => setIsSearching(false);
  return (
    <Box as="header" position="sticky" top="0" zIndex="header" bg="bg/85" backdropFilter="blur(14px)">
      <Flex
        maxW="large"
        mx="auto"
        px={{ base: "4", md: "8", "2xl": "12" }}
        py="3"
        columnGap={{ base: "2", md: "6" }}
        rowGap="3"
        align="center"
        wrap={{ base: "wrap", md: "nowrap" }}
      >
        <HomeLink />
        <Flex
          id={boxId}
          order={{ base: 3, md: 0 }}
          flex={{ base: "1 0 100%", md: "1" }}
          justify="center"
          display={{ base: isSearching ? "flex" : "none", md: "flex" }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || !isSearching) return;
            closeSearch();
            button.current?.focus();
          }}
        >
          {searchable && <SearchBox key={String(isSearching)} isAskedFor={isSearching} onLeave={closeSearch} />}
        </Flex>
        <Flex ms="auto" gap={{ base: "1", sm: "2" }} align="center">
          {searchable && (
            <IconButton
              ref={button}
              display={{ base: "inline-flex", md: "none" }}
              variant="ghost"
              colorPalette="neutral"
              px="0"
              aria-label={isSearching ? "Close search" : "Search"}
              aria-expanded={isSearching}
              aria-controls={boxId}
              onClick={() => setIsSearching(!isSearching)}
            >
              {isSearching ? <X aria-hidden /> : <Search aria-hidden />}
            </IconButton>
          )}
          <Account />
        </Flex>
      </Flex>
    </Box>
  );
}
