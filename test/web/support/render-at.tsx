import { ChakraProvider } from "@chakra-ui/react";
import { cleanup, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach } from "vitest";
import { system } from "#web/theme/system.ts";

afterEach(cleanup);

/** Renders components at a path, with the site's theme and a router. */
export function renderAt(path: string, children: ReactNode) {
  const at = { path, user: userEvent.setup() };
  function Where() {
    at.path = useLocation().pathname;
    return null;
  }
  render(
    <ChakraProvider value={system}>
      <MemoryRouter initialEntries={[path]}>
        <Where />
        {children}
      </MemoryRouter>
    </ChakraProvider>,
  );
  return at;
}
