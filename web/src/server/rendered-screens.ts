import { pages, type RenderedPath } from "#shared/pages.ts";
import Artwork from "#web/screens/artwork.tsx";
import Home from "#web/screens/home.tsx";
import NotFound from "#web/screens/not-found.tsx";
import Search from "#web/screens/search.tsx";
import User from "#web/screens/user.tsx";
import type { Screens } from "#web/screens.ts";

const RENDERED: Pick<Screens, RenderedPath | "/404"> = {
  "/": Home,
  "/artwork/:id": Artwork,
  "/user/:id": User,
  "/search": Search,
  "/404": NotFound,
};

function NotRendered(): never {
  throw new Error("This page isn't rendered on a server");
}

/** The screens that a server renders, imported statically; rendering any other one fails. */
export const renderedScreens: Screens = {
  ...(Object.fromEntries(pages.map(({ path }) => [path, NotRendered])) as unknown as Screens),
  ...RENDERED,
};
