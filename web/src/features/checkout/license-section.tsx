import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import type { LicenseOption } from "#shared/model/artwork.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { HolderFields, LicenseTypeError, LicenseTypeField } from "#web/features/licenses/license-fields.tsx";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { LicenseLimits } from "#web/features/licenses/license-limits.tsx";
import { useFieldError } from "#web/ui/form/labelled-field.tsx";
import { ChangeButton, CheckoutSection } from "./checkout-section.tsx";

/** The licence that was chosen on the artwork's page, all on offer once the buyer changes it, and its holder. */
export function LicenseSection({ options }: { readonly options: readonly LicenseOption[] }) {
  // Null after a browser's reset.
  const chosen: LicenseType | null = useWatch({ name: "licenseType" });
  const [isOpen, setOpen] = useState(false);
  const choices = useRef<HTMLDivElement>(null);
  const hasError = useFieldError("licenseType") !== undefined;
  const isChoosing = options.length > 1 && (isOpen || hasError || !chosen);

  // A licence that was refused leaves the others open.
  useEffect(() => {
    if (hasError) setOpen(true);
  }, [hasError]);

  function open() {
    setOpen(true);
    // After the choices are rendered.
    requestAnimationFrame(() => choices.current?.querySelector<HTMLInputElement>("input:checked")?.focus());
  }

  return (
    <CheckoutSection
      title="License"
      summary={!isChoosing && chosen && LICENSE_LABELS[chosen].name}
      action={options.length > 1 && !isChoosing && <ChangeButton subject="license" onClick={open} />}
    >
      {isChoosing ? (
        <div ref={choices}>
          <LicenseTypeField options={options} />
        </div>
      ) : (
        <LicenseTypeError />
      )}
      {chosen && <LicenseLimits type={chosen} />}
      <HolderFields />
    </CheckoutSection>
  );
}
