import { Button, IconButton } from "@chakra-ui/react";
import { Moon, Sun } from "lucide-react";
import { useTheme } from "#web/theme/use-theme.ts";

const FACES = {
  dark: { Icon: Moon, label: "Dark theme" },
  light: { Icon: Sun, label: "Light theme" },
} as const;

/** The other theme, as it is offered wherever one can change to it. */
export function useOtherTheme() {
  const { other, change } = useTheme();
  return { ...FACES[other], change };
}

/** Changes the theme, in words. */
export function ThemeButton() {
  const { Icon, label, change } = useOtherTheme();
  return (
    <Button variant="outline" colorPalette="neutral" size="sm" onClick={change}>
      <Icon aria-hidden />
      {label}
    </Button>
  );
}

/** Changes the theme, in a bar of buttons. */
export function ThemeIconButton() {
  const { Icon, label, change } = useOtherTheme();
  return (
    <IconButton variant="ghost" colorPalette="neutral" px="0" aria-label={label} title={label} onClick={change}>
      <Icon aria-hidden />
    </IconButton>
  );
}
