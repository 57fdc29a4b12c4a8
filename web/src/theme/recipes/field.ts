import { defineSlotRecipe } from "@chakra-ui/react/styled-system";

export const field = defineSlotRecipe({
  className: "field",
  slots: ["root", "label", "requiredIndicator", "errorText", "helperText"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", width: "100%", position: "relative" },
    label: { textStyle: "sm", fontWeight: "medium", color: "fg", _disabled: { opacity: "0.5" } },
    requiredIndicator: { color: "fg.error" },
    errorText: { display: "inline-flex", alignItems: "center", gap: "1", textStyle: "sm", color: "fg.error" },
    helperText: { textStyle: "sm", color: "fg.muted" },
  },
});
