import type { DefaultValues, FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { listThreads, readThread } from "#shared/contract/messages.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";
import { toast } from "#web/ui/toaster.tsx";

interface OfferFormOptions<S extends z.ZodMiniType<FieldValues, FieldValues>> {
  /** Part of the names of its draft and of its idempotency key. */
  readonly kind: "offer" | "request";
  readonly threadId: ThreadId;
  readonly schema: S;
  readonly defaultValues: DefaultValues<z.input<S>>;
  readonly onSend: (body: z.output<S>, idempotencyKey: string) => Promise<unknown>;
  /** Said once it is sent. */
  readonly sentText: string;
  readonly onClose: () => void;
}

/** The form of a dialog that sends an offer or asks for one; what was entered is kept until it is sent. */
export function useOfferForm<S extends z.ZodMiniType<FieldValues, FieldValues>>({
  kind,
  threadId,
  schema,
  defaultValues,
  onSend,
  sentText,
  onClose,
}: OfferFormOptions<S>) {
  const { id: userId } = useSignedIn();
  const invalidate = useInvalidate();
  const draftName = `${DRAFT_PREFIX} ${userId} ${kind} ${threadId}`;
  const form = useContractForm({
    schema,
    defaultValues: readDraft<DefaultValues<z.input<S>>>(draftName) ?? defaultValues,
    onSubmit: async (body) => {
      await withIdempotencyKey(`${kind} ${threadId}`, body, (idempotencyKey) => onSend(body, idempotencyKey));
      removeDraft(draftName);
      await Promise.all([invalidate(readThread, { threadId }), invalidate(listThreads)]);
      toast.success(sentText);
      onClose();
    },
  });

  function close() {
    storeDraft(draftName, form.form.getValues());
    onClose();
  }

  return { form, close };
}
