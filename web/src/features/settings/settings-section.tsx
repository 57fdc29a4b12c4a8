import { chakra, Heading, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { SubmitButton } from "#web/ui/form/form.tsx";

interface SettingsSectionProps {
  readonly id: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  /** Marks a section whose action can't be undone. */
  readonly isDanger?: boolean;
}

/** One section of the settings: its description and its form. */
export function SettingsSection({ id, title, text, children, isDanger = false }: SettingsSectionProps) {
  return (
    <chakra.section
      id={id}
      aria-labelledby={`${id}-title`}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap={{ base: "5", md: "6" }}
      p={{ base: "5", md: "8" }}
      bg="bg.panel"
      borderRadius="l3"
      borderWidth="1px"
      borderColor={isDanger ? "red.border" : "border.muted"}
    >
      <chakra.header display="grid" gap="1">
        <Heading as="h2" id={`${id}-title`} size={{ base: "xl", md: "2xl" }}>
          {title}
        </Heading>
        {text && (
          <Text color="fg.muted" textWrap="pretty">
            {text}
          </Text>
        )}
      </chakra.header>
      {children}
    </chakra.section>
  );
}

/** Styles of a row in a section's list, with a divider above all but the first. */
export const sectionRow = {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  rowGap: "2",
  py: "3",
  borderTopWidth: "1px",
  borderColor: "border.muted",
  _first: { borderTopWidth: "0" },
} as const;

/** Submit button for pages with several forms. */
export function SaveButton({ children }: { readonly children: string }) {
  return (
    <SubmitButton width={{ base: "full", sm: "auto" }} alignSelf="flex-start" size="md">
      {children}
    </SubmitButton>
  );
}
