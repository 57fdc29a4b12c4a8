import { type ComponentProps, lazy, Suspense } from "react";

const Form = lazy(() => import("./comment-editor.tsx"));

/** Loads the form where it is shown, because its field components are no part of other pages. */
export function CommentEditor(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
