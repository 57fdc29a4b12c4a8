import { type ComponentProps, lazy, Suspense } from "react";

const Form = lazy(() => import("./comment-form.tsx"));

/** The form with the parts that fields are made of, which a page without one does without. */
export function CommentForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense>
      <Form {...props} />
    </Suspense>
  );
}
