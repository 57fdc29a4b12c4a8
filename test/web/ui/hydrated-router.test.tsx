import { render, screen } from "@testing-library/react";
import { useLocation } from "react-router-dom";
import { expect, test } from "vitest";
import { HydratedRouter } from "#web/ui/hydrated-router.tsx";

let renders = 0;

/** As a browser does while React renders: the address changes before anything listens. */
function GoneBackMeanwhile() {
  if (renders++ === 0) window.history.pushState(null, "", "/search?q=plover");
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

test("a page shows what its address says after a step back that nothing listened to", async () => {
  render(
    <HydratedRouter>
      <GoneBackMeanwhile />
    </HydratedRouter>,
  );
  expect(await screen.findByText("/search?q=plover")).toBeTruthy();
});
