import { Button, chakra, IconButton } from "@chakra-ui/react";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useTheme } from "#web/theme/theme-choice.ts";

const THEMES = {
  dark: { Icon: Moon, label: "Dark theme" },
  light: { Icon: Sun, label: "Light theme" },
} as const;

/** The theme that a button switches to, with its icon and label. */
export function useOtherTheme() {
  const { other, change } = useTheme();
  return { ...THEMES[other], change };
}

/** Both labels; CSS shows one, because a server doesn't know the chosen theme. */
function ThemeLabels({ hidesText = false }: { readonly hidesText?: boolean }) {
  return (
    <>
      <chakra.span display="contents" _light={{ display: "none" }}>
        <Sun aria-hidden />
        <chakra.span srOnly={hidesText}>{THEMES.light.label}</chakra.span>
      </chakra.span>
      <chakra.span display="none" _light={{ display: "contents" }}>
        <Moon aria-hidden />
        <chakra.span srOnly={hidesText}>{THEMES.dark.label}</chakra.span>
      </chakra.span>
    </>
  );
}

/** Theme button with a text. */
export function ThemeButton() {
  return (
    <Button variant="outline" colorPalette="neutral" size="sm" onClick={useOtherTheme().change}>
      <ThemeLabels />
    </Button>
  );
}

/** Theme button with an icon only. */
export function ThemeIconButton() {
  return (
    <IconButton variant="ghost" colorPalette="neutral" px="0" onClick={useOtherTheme().change}>
      <ThemeLabels hidesText />
    </IconButton>
  );
}
