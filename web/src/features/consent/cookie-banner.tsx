import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import { remembered } from "#web/remembered.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

const Banner = chakra("section", {
  base: {
    position: "fixed",
    zIndex: "dropdown",
    bottom: { base: "3", md: "6" },
    "body:has([data-buy-bar]) &": { bottom: { base: "24", lg: "6" } },
    insetX: { base: "3", md: "6" },
    maxWidth: { md: "30rem" },
    display: "flex",
    alignItems: "center",
    gap: "4",
    padding: { base: "4", md: "5" },
    background: "bg.panel",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "l3",
    boxShadow: "lg",
    textStyle: "sm",
    "[data-consented] &": { display: "none" },
    // It couldn't be accepted without scripts.
    "@media (scripting: none)": { display: "none" },
  },
});

/**
 * Overlays the page until accepted, so that nothing shifts; the page reserves room at its end. A server doesn't know the
 * choice, so the script in `index.html` hides an accepted banner. It is first in the DOM, for keyboard users.
 */
export function CookieBanner() {
  const [isAsking, setAsking] = useState(true);
  useEffect(() => setAsking(!remembered.has("consent")), []);
  if (!isAsking) return null;
  function accept() {
    remembered.set("consent", "1");
    setAsking(false);
  }
  return (
    <Banner aria-label="Cookies" data-consent>
      <chakra.p flex="1">
        We use cookies to keep you logged in, to recognize your browser and to remember your choices, never to track
        you. More in the <SiteLink to="/privacy_policy">Privacy Policy</SiteLink>.
      </chakra.p>
      <Button onClick={accept}>Accept</Button>
    </Banner>
  );
}
