import type { ComponentProps } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const Form = lazyPart(() => import("./comment-editor.tsx"));

/** Loads the form where it is shown, because its field components are no part of other pages. */
export function CommentEditor(props: ComponentProps<typeof Form>) {
  return <Form {...props} />;
}
