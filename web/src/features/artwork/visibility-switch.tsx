import { chakra } from "@chakra-ui/react";
import { Eye, EyeOff } from "lucide-react";

interface VisibilitySwitchProps {
  readonly isVisible: boolean;
  readonly title: string;
  readonly onToggle: () => void;
}

const Switch = chakra("button", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minHeight: "11",
    paddingX: "3.5",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border",
    textStyle: "sm",
    fontWeight: "medium",
    color: "fg.muted",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _hover: { borderColor: "border.emphasized", color: "fg" },
    "&[aria-checked=true]": { color: "fg.success" },
  },
});

/** Says whether everyone can see an artwork, and changes it. */
export function VisibilitySwitch({ isVisible, title, onToggle }: VisibilitySwitchProps) {
  const Icon = isVisible ? Eye : EyeOff;
  return (
    <Switch type="button" role="switch" aria-checked={isVisible} aria-label={`${title} is visible`} onClick={onToggle}>
      <Icon size={18} aria-hidden />
      {isVisible ? "Visible" : "Invisible"}
    </Switch>
  );
}
