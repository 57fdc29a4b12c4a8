import { Button, chakra, IconButton } from "@chakra-ui/react";
import { Moon, Sun } from "lucide-react";
import { useTheme } from "#web/theme/theme-choice.ts";

const FACES = {
  dark: { Icon: Moon, label: "Dark theme" },
  light: { Icon: Sun, label: "Light theme" },
} as const;

/** The other theme, as it is offered wherever one can change to it. */
export function useOtherTheme() {
  const { other, change } = useTheme();
  return { ...FACES[other], change };
}

/** Both faces, of which the style sheet shows one: a page from a server can't know the theme that was chosen. */
function Faces({ hidesWords = false }: { readonly hidesWords?: boolean }) {
  return (
    <>
      <chakra.span display="contents" _light={{ display: "none" }}>
        <Sun aria-hidden />
        <chakra.span srOnly={hidesWords}>{FACES.light.label}</chakra.span>
      </chakra.span>
      <chakra.span display="none" _light={{ display: "contents" }}>
        <Moon aria-hidden />
        <chakra.span srOnly={hidesWords}>{FACES.dark.label}</chakra.span>
      </chakra.span>
    </>
  );
}

/** Changes the theme, in words. */
export function ThemeButton() {
  return (
    <Button variant="outline" colorPalette="neutral" size="sm" onClick={useOtherTheme().change}>
      <Faces />
    </Button>
  );
}

/** Changes the theme, in a bar of buttons. */
export function ThemeIconButton() {
  return (
    <IconButton variant="ghost" colorPalette="neutral" px="0" onClick={useOtherTheme().change}>
      <Faces hidesWords />
    </IconButton>
  );
}
