import { chakra } from "@chakra-ui/react";

const SECTIONS = [
  ["profile", "Profile"],
  ["email", "Email"],
  ["password", "Password"],
  ["preferences", "Preferences"],
  ["billing", "Billing"],
  ["deactivation", "Deactivate account"],
] as const;

const entry = {
  display: "block",
  px: "4",
  py: "2",
  borderRadius: "full",
  color: "fg.muted",
  fontWeight: "medium",
  textStyle: "sm",
  transition: "background 120ms, color 120ms",
  focusVisibleRing: "outside",
  _hover: { bg: "bg.muted", color: "fg" },
} as const;

/** Ways to the sections, where there is room for them beside. */
export function SectionNav() {
  return (
    <chakra.nav aria-label="Settings" hideBelow="lg" position="sticky" top="24" alignSelf="start">
      <chakra.ul display="grid" gap="1" listStyleType="none">
        {SECTIONS.map(([id, title]) => (
          <li key={id}>
            <chakra.a href={`#${id}`} css={entry}>
              {title}
            </chakra.a>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}
