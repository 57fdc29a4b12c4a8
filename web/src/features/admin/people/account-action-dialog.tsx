import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { ApiError } from "#web/api/response.ts";
import { ActionDialog } from "../action-dialog.tsx";

type AccountActionDialogProps<Body extends FieldValues> = ComponentProps<typeof ActionDialog<Body>> & {
  /** Reads the account again, after the action or if it changed meanwhile. */
  readonly onChanged: () => unknown;
};

/** An operator's action on an account; `schema` is the contract's body without the version. */
export function AccountActionDialog<Body extends FieldValues>({
  onSubmit,
  onChanged,
  ...dialog
}: AccountActionDialogProps<Body>) {
  async function submit(body: Body) {
    try {
      await onSubmit(body);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await onChanged();
      throw error;
    }
    await onChanged();
  }
  return <ActionDialog {...dialog} onSubmit={submit} />;
}
