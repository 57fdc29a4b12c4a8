import type { ComponentProps } from "react";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const Form = lazyPart(() => import("./comment-editor.tsx"));

/** Loaded on demand, because other pages don't need its field components. */
export function CommentEditor(props: ComponentProps<typeof Form>) {
  return <Form {...props} />;
}
