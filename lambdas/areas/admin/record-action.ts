import type { AuditEvent } from "#shared/audit.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";

/** Records what an operator did to an artwork, beside the entry of the call, so that a search by the artwork finds it. */
export const recordAction = (
  { audit, now }: BaseServices,
  entry: { readonly who: string; readonly event: AuditEvent; readonly target: string; readonly reason: string },
) => audit?.record({ ...entry, at: now(), outcome: "done" });
