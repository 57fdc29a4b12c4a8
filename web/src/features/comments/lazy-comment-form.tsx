import { type ComponentProps, lazy, Suspense } from "react";

const Form = lazy(() => import("./comment-form.tsx"));

/** Loads the form where it is shown, because its field components are no part of other pages. */
export function CommentForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
