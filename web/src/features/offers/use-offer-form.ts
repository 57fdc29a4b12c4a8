import { useEffect } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { listThreads, readThread } from "#shared/contract/messages.ts";
import type { ThreadId } from "#shared/model/ids.ts";
import { withIdempotencyKey } from "#web/api/idempotency-key.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

interface OfferFormOptions<S extends z.ZodMiniType<FieldValues, FieldValues>> {
  /** Names its draft and its idempotency key. */
  readonly name: string;
  readonly schema: S;
  readonly defaultValues: DefaultValues<z.input<S>>;
  /** Sends it, to the conversation with this id. */
  readonly onSend: (body: z.output<S>, idempotencyKey: string) => Promise<ThreadId>;
  /** Called once it is sent. */
  readonly onSent: (threadId: ThreadId) => void;
}

/** The form of a dialog that sends an offer or asks for one; what was entered is kept in this browser until it is sent. */
export function useOfferForm<S extends z.ZodMiniType<FieldValues, FieldValues>>({
  name,
  schema,
  defaultValues,
  onSend,
  onSent,
}: OfferFormOptions<S>) {
  const { id: userId } = useSignedIn();
  const invalidate = useInvalidate();
  const draftName = `${DRAFT_PREFIX} ${userId} ${name}`;
  const form = useContractForm({
    schema,
    defaultValues: { ...defaultValues, ...readDraft<DefaultValues<z.input<S>>>(draftName) },
    onSubmit: async (body) => {
      const threadId = await withIdempotencyKey(name, body, (idempotencyKey) => onSend(body, idempotencyKey));
      removeDraft(draftName);
      await Promise.all([invalidate(readThread, { threadId }), invalidate(listThreads)]);
      onSent(threadId);
    },
  });
  const { watch } = form.form;

  useEffect(() => {
    const { unsubscribe } = watch((values) => storeDraft(draftName, values));
    return unsubscribe;
  }, [watch, draftName]);

  return form;
}
