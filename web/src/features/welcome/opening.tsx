import { Button, chakra, Heading, Text } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { useUser } from "#web/session/use-session.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { ForVisitors } from "./for-visitors.ts";

const Row = chakra("header", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "8",
    rowGap: "3",
    marginBottom: { base: "2", md: "3" },
    // Members know where they are: for them the picture comes first, over the whole width.
    "&:not([data-introduction])": { srOnly: true },
    "[data-returning] &": { srOnly: true },
  },
});

interface OpeningProps {
  readonly title: string;
  /** Id of the list of all artwork. */
  readonly listId: string;
}

/** The home page's title, with an introduction for visitors. */
export function Opening({ title, listId }: OpeningProps) {
  const isVisitor = useUser() === null;
  return (
    <Row data-introduction={isVisitor || undefined}>
      <div>
        <Heading as="h1" size="2xl">
          {title}
        </Heading>
        {isVisitor && (
          <ForVisitors>
            <Text color="fg.muted" marginTop="1">
              {APP_NAME} is where artists license digital art, for your home or business.
            </Text>
          </ForVisitors>
        )}
      </div>
      {isVisitor && (
        <ForVisitors>
          <chakra.div display="flex" flexWrap="wrap" gap="3">
            <Button asChild>
              <a href={`#${listId}`}>Browse artwork</a>
            </Button>
            <ButtonLink to="/start_selling" variant="outline" colorPalette="neutral">
              Sell your work
            </ButtonLink>
          </chakra.div>
        </ForVisitors>
      )}
    </Row>
  );
}
