import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TagLinks } from "#web/features/artwork/tag-links.tsx";
import { renderAt } from "../support/render-at.tsx";

/** Style sheets of the page, which emotion fills by its API. */
const readStyles = () =>
  [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join("\n");

test("a row has no scroll bar in browsers without scrollbar-width either", () => {
  renderAt("/search", <TagLinks tags={["harbour"]} label="Related tags" isRow />);
  const { className } = screen.getByRole("list");
  const own = className.split(" ").at(-1);
  expect(readStyles()).toMatch(new RegExp(`\\.${own}::-webkit-scrollbar\\s*\\{[^}]*display:\\s*none`));
});
