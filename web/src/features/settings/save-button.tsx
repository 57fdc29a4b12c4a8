import { SubmitButton } from "#web/ui/form/form.tsx";

/** A form's button where several forms share a page. */
export function SaveButton({ children }: { readonly children: string }) {
  return (
    <SubmitButton width={{ base: "full", sm: "auto" }} alignSelf="flex-start" size="md">
      {children}
    </SubmitButton>
  );
}
