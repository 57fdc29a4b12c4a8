import { chakra } from "@chakra-ui/react";
import EyeOff from "lucide-react/icons/eye-off";

/** Passes clicks to the link that covers a card. */
const Cover = chakra("div", {
  base: {
    position: "absolute",
    inset: 0,
    zIndex: 1,
    containerType: "size",
    display: "grid",
    placeItems: "center",
    pointerEvents: "none",
  },
});

const SMALL = "@container (min-width: 6rem) and (min-height: 5.5rem)";
const MEDIUM = "@container (min-width: 11rem) and (min-height: 6.5rem)";
const LARGE = "@container (min-width: 22rem) and (min-height: 10rem)";

const Panel = chakra("div", {
  base: {
    display: "grid",
    justifyItems: "center",
    gap: "2",
    maxWidth: "full",
    padding: "1.5",
    borderRadius: "l2",
    background: "bg",
    color: "fg",
    textStyle: "sm",
    [MEDIUM]: { padding: "3" },
  },
});

const Label = chakra("span", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    fontWeight: "semibold",
    "& > span": { srOnly: true },
    [MEDIUM]: { "& > span": { srOnly: false } },
  },
});

const Buttons = chakra("div", {
  base: {
    display: "none",
    gap: "2",
    [SMALL]: { display: "flex" },
    _print: { display: "none" },
  },
});

const Button = chakra("button", {
  base: {
    minHeight: "9",
    paddingX: "4",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    fontWeight: "semibold",
    cursor: "button",
    pointerEvents: "auto",
    focusVisibleRing: "outside",
    _hover: { background: "bg.muted" },
    "&[data-always]": { display: "none", [LARGE]: { display: "block" } },
  },
});

interface VeilProps {
  /** Called with true to remember the choice. Without it the veil has no buttons, e.g. within a link. */
  readonly onShow?: ((always: boolean) => void) | undefined;
}

/** Covers the placeholder of a mature picture, which isn't loaded; shows as much text as fits. */
export function Veil({ onShow }: VeilProps) {
  return (
    <Cover>
      <Panel>
        <Label>
          <EyeOff size={18} aria-hidden />
          <span>Mature content</span>
        </Label>
        {onShow && (
          <Buttons>
            <Button type="button" aria-label="Show mature content" onClick={() => onShow(false)}>
              Show
            </Button>
            <Button
              type="button"
              data-always=""
              aria-label="Always show mature content in this browser"
              onClick={() => onShow(true)}
            >
              Always show
            </Button>
          </Buttons>
        )}
      </Panel>
    </Cover>
  );
}
