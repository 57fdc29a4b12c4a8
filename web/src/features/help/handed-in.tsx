import { chakra, Text } from "@chakra-ui/react";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";

/** What is left to say once the operators have it: the number that an answer will name. */
export function HandedIn({ number }: { readonly number: string }) {
  return (
    <>
      <Text role="status">
        Your number is{" "}
        <chakra.code display="block" mt="2" fontFamily="mono" textStyle="sm" overflowWrap="anywhere" userSelect="all">
          {number}
        </chakra.code>
      </Text>
      <DialogButtons away="Close" />
    </>
  );
}
