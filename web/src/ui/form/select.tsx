import { NativeSelect } from "@chakra-ui/react";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { nativeSelect } from "#web/theme/recipes/native-select.ts";

interface SelectProps extends ComponentProps<typeof NativeSelect.Field> {
  /** Styles and state of the element around the field and its arrow. */
  readonly root?: Omit<ComponentProps<typeof NativeSelect.Root>, "recipe" | "children">;
}

/** A native select with its arrow; its children are the options. */
export const Select = ({ root, ...field }: SelectProps) => (
  <NativeSelect.Root recipe={nativeSelect} {...root}>
    <NativeSelect.Field {...field} />
    <NativeSelect.Indicator>
      <ChevronDown size={20} aria-hidden />
    </NativeSelect.Indicator>
  </NativeSelect.Root>
);
