import { chakra } from "@chakra-ui/react";

/** Rendered for everyone, as a server has no session; hidden from the first paint if the browser was logged in. */
export const ForVisitors = chakra("div", { base: { "[data-returning] &": { display: "none" } } });
