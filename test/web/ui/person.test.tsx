import { ChakraProvider } from "@chakra-ui/react";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import type { UserId } from "#shared/model/ids.ts";
import { toId } from "#test/web/artwork/given.ts";
import { system } from "#web/theme/system.ts";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";

afterEach(cleanup);

const LENA = { id: toId(900) as UserId, name: "lena", fullName: "Lena Berg", avatar: null };

function show(over: Partial<Omit<typeof LENA, "name">> & { readonly name?: string | null }, showsHandle = false) {
  const person = { ...LENA, ...over };
  const { container } = render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <PersonAvatar person={person} />
        <p>
          <PersonName person={person} showsHandle={showsHandle} />
        </p>
      </MemoryRouter>
    </ChakraProvider>,
  );
  return container;
}

test("a full name links to the page of its username, which is its title", () => {
  show({});
  const link = screen.getByRole("link", { name: "Lena Berg" });
  expect([link.getAttribute("href"), link.title]).toEqual(["/user/lena", "Lena Berg (@lena)"]);
});

test("a name is isolated from the direction of the text around it", () => {
  show({ fullName: "ليلى حداد" });
  expect(screen.getByRole("link").dir).toBe("auto");
});

test("the username is shown beside the full name on request", () => {
  expect(show({ name: "mallory", fullName: "Ochre Support" }, true).textContent).toContain("Ochre Support @mallory");
});

test("without a full name only the username is shown", () => {
  show({ fullName: "" }, true);
  expect(screen.getByRole("link", { name: "lena" }).title).toBe("lena");
  expect(document.body.textContent).not.toContain("@");
});

test("a deleted account is a text without link, initial or former name", () => {
  expect(show({ name: null, fullName: "" }, true).textContent).toBe(MESSAGES.deletedUser);
  expect(screen.queryByRole("link")).toBeNull();
});

test("without a picture the initial is the full name's first character, even an emoji", () => {
  expect(show({ fullName: "🦊 Fox" }).querySelector("[aria-hidden]")?.textContent).toBe("🦊");
});
