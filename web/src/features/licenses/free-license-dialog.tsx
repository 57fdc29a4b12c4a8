import { chakra, Dialog } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { placeOrder } from "#shared/contract/orders.ts";
import type { ArtworkDetail, LicenseOption } from "#shared/model/artwork.ts";
import type { License, Order } from "#shared/model/order.ts";
import type { LicenseUsage } from "#shared/rules/license-holder.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { ModalDialog } from "#web/ui/modal-dialog.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { DownloadButton } from "./download-button.tsx";
import { HolderFields, LicenseTypeError } from "./license-fields.tsx";
import { emptyLicense, licenseFormFor } from "./license-form-values.ts";
import { LICENSE_LABELS } from "./license-labels.ts";
import { useInvalidateLicenses } from "./own-licenses.ts";

interface FreeLicenseDialogProps {
  readonly detail: ArtworkDetail;
  readonly option: LicenseOption;
  readonly held: readonly License[];
  /** Initial usage. */
  readonly usage: LicenseUsage;
  /** Called if the artwork has changed since the page was loaded. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

type RequestProps = Omit<FreeLicenseDialogProps, "onClose"> & { readonly onIssued: (order: Order) => void };

const hasChanged = (error: unknown) =>
  error instanceof ApiError && ["artwork_moved", "artwork_unavailable", "license_not_offered"].includes(error.code);

function Request({ detail: { artwork, version }, option, held, usage, onChanged, onIssued }: RequestProps) {
  const { id: userId, fullName } = useSignedIn();
  const changed = useInvalidateLicenses();
  const { artworkId } = artwork;
  const form = useContractForm({
    schema: licenseFormFor(held),
    defaultValues: { ...emptyLicense(option.licenseType, fullName), licenseUsage: usage },
    onSubmit: async (license) => {
      const body = { artworkId, versionId: version.versionId, ...license };
      try {
        const order = await withIdempotencyKey(`license ${userId} ${artworkId}`, body, (idempotencyKey) =>
          send(placeOrder, { body }, { idempotencyKey, errorMessage: "The license couldn't be issued" }),
        );
        onIssued(order);
        void changed(artworkId);
      } catch (error) {
        if (hasChanged(error)) onChanged();
        throw error;
      }
    },
  });
  return (
    <>
      <Dialog.Title>{LICENSE_LABELS[option.licenseType].name}</Dialog.Title>
      <Dialog.Description>
        “{version.artworkTitle}” is free. The license says who may use it: you, unless you name someone else.
      </Dialog.Description>
      <Form form={form} label="Get license">
        <LicenseTypeError />
        <HolderFields />
        <DialogButtons>
          <SubmitButton size="md" width="auto" mayBeUnchanged>
            Get license
          </SubmitButton>
        </DialogButtons>
      </Form>
    </>
  );
}

/** The issued licence: download, and links to certificate and order. */
function Issued({ order: { orderId, artwork, license } }: { readonly order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button unmounts with its form.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Dialog.Title ref={heading} tabIndex={-1} outline="none">
        The license is yours
      </Dialog.Title>
      <Dialog.Description>
        {LICENSE_LABELS[license.licenseType].name} to “{artwork.title}”, number {license.licenseFingerprint.slice(0, 8)}
        . You'll find it in your gallery and in your orders. The file carries the license, including the name on it.
      </Dialog.Description>
      <DownloadButton orderId={orderId} title={artwork.title} width="full" />
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" columnGap="6" rowGap="2" textStyle="sm">
        <SiteLink to={`/orders/${orderId}/certificate`}>Certificate</SiteLink>
        <SiteLink to={`/orders/${orderId}`}>Order</SiteLink>
      </chakra.div>
      <DialogButtons away="Close" />
    </>
  );
}

/** Issues a free licence, which needs only its holder. */
export default function FreeLicenseDialog({ onClose, ...request }: FreeLicenseDialogProps) {
  const [order, setOrder] = useState<Order | null>(null);
  return (
    <ModalDialog onClose={onClose}>
      {order ? <Issued order={order} /> : <Request {...request} onIssued={setOrder} />}
    </ModalDialog>
  );
}
