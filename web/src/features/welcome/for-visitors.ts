import { chakra } from "@chakra-ui/react";

/** Rendered for everyone, as nobody is known on a server; the first paint leaves it out where someone was logged in. */
export const ForVisitors = chakra("div", { base: { "[data-returning] &": { display: "none" } } });
