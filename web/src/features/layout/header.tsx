import { Box, chakra, Flex, IconButton } from "@chakra-ui/react";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { SearchBox } from "#web/features/search/search-box.tsx";
import { useReturnState } from "#web/session/return-page.ts";
import { useSession } from "#web/session/use-session.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { MissingButton } from "#web/ui/missing-part.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { ThemeIconButton } from "#web/ui/theme-button.tsx";
import { BetaBadge, HomeLink } from "./logo.tsx";
import { useNavLinks } from "./nav-links.ts";

const NotificationBell = lazyPart(() => import("#web/features/notifications/notification-bell.tsx"), MissingButton);
const MessagesLink = lazyPart(() => import("#web/features/messages/messages-link.tsx"), MissingButton);
const ProfileMenu = lazyPart(() => import("./profile-menu.tsx"), MissingButton);

const SEARCH = { label: "Search", to: "/search" };

/** Keeps the header on one line on small phones, even in the fallback font. */
const BUTTON_PADDING = { base: "4", sm: "5" } as const;

/** Works without scripts; hidden for returning users until the session has turned out to be over. */
const ForVisitors = chakra("div", {
  base: {
    display: "contents",
    "&[data-settled=false]": { "[data-returning] &": { visibility: "hidden" } },
  },
});

function Account() {
  const { status, user } = useSession();
  const back = useReturnState();
  if (user) {
    return (
      <>
        <ButtonLink
          to="/artwork/add"
          variant="outline"
          colorPalette="neutral"
          aria-label="Add artwork"
          // Round, as its neighbours, where its label has no room.
          minW={{ base: "11", lg: "auto" }}
          paddingX={{ base: "0", lg: "5" }}
          css={{ "@media (max-width: 22.4rem)": { display: "none" } }}
        >
          <Plus aria-hidden />
          <Box as="span" hideBelow="lg">
            Add artwork
          </Box>
        </ButtonLink>
        <MessagesLink fallback={<Box boxSize="11" />} />
        <NotificationBell fallback={<Box boxSize="11" />} />
        <ProfileMenu user={user} fallback={<Box boxSize="11" />} />
      </>
    );
  }
  return (
    <ForVisitors data-settled={status !== "starting"}>
      <Box hideBelow="lg">
        <ThemeIconButton />
      </Box>
      <ButtonLink to="/login" state={back} variant="ghost" colorPalette="neutral" px={BUTTON_PADDING}>
        Log in
      </ButtonLink>
      <ButtonLink to="/signup" state={back} px={BUTTON_PADDING}>
        Sign up
      </ButtonLink>
    </ForVisitors>
  );
}

/** The search box is in the header's row; on small screens below it, once opened or on the results page. */
export function Header() {
  const hasSearch = useNavLinks().isAvailable(SEARCH);
  const isResultsPage = useLocation().pathname === SEARCH.to;
  const [isSearchOpened, setSearchOpened] = useState(false);
  const isSearchShown = isSearchOpened || isResultsPage;
  const button = useRef<HTMLButtonElement>(null);
  const boxId = useId();
  const closeSearch = () => setSearchOpened(false);
  return (
    <Box
      as="header"
      _print={{ display: "none" }}
      position="sticky"
      top="0"
      zIndex="header"
      bg="bg/85"
      backdropFilter="blur(14px)"
    >
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
        <Flex gap="2.5" align="center" flexShrink="0">
          <HomeLink />
          <BetaBadge hideBelow="lg" />
        </Flex>
        <Flex
          id={boxId}
          order={{ base: 3, md: 0 }}
          flex={{ base: "1 0 100%", md: "1" }}
          justify="center"
          display={{ base: isSearchShown ? "flex" : "none", md: "flex" }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || !isSearchShown) return;
            closeSearch();
            button.current?.focus();
          }}
        >
          {hasSearch && <SearchBox key={String(isSearchOpened)} autoFocus={isSearchOpened} onNavigate={closeSearch} />}
        </Flex>
        <Flex
          ms="auto"
          gap={{ base: "0", sm: "2" }}
          align="center"
          justify="flex-end"
          wrap={{ base: "wrap", md: "nowrap" }}
        >
          {hasSearch && !isResultsPage && (
            // Without scripts the button opens the search page.
            <chakra.form
              action={SEARCH.to}
              display={{ base: "contents", md: "none" }}
              onSubmit={(event) => {
                event.preventDefault();
                setSearchOpened(!isSearchShown);
              }}
            >
              <IconButton
                type="submit"
                ref={button}
                variant="ghost"
                colorPalette="neutral"
                px="0"
                aria-label={isSearchShown ? "Close search" : "Search"}
                aria-expanded={isSearchShown}
                aria-controls={boxId}
              >
                {isSearchShown ? <X aria-hidden /> : <Search aria-hidden />}
              </IconButton>
            </chakra.form>
          )}
          <Account />
        </Flex>
      </Flex>
    </Box>
  );
}
