import { lazy, Suspense } from "react";
import type { HeldLicensesProps } from "./held-licenses.tsx";

const HeldLicenses = lazy(() => import("./held-licenses.tsx"));

/** What the signed-in user holds of this artwork already; nothing is loaded for those who hold nothing. */
export function OwnLicenses(props: HeldLicensesProps) {
  if (!props.licenses.length) return null;
  return (
    <Suspense>
      <HeldLicenses {...props} />
    </Suspense>
  );
}
