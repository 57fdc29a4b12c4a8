import { Button, type ButtonProps } from "@chakra-ui/react";

/** A button among text, for something that few people want. */
export const TextButton = (props: ButtonProps) => (
  <Button
    type="button"
    size="sm"
    variant="plain"
    justifySelf="start"
    height="8"
    padding="0"
    color="fg.muted"
    fontWeight="normal"
    textDecoration="underline"
    {...props}
  />
);
