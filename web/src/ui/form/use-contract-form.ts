import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError } from "#web/api/response.ts";

type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

interface ContractFormOptions<S extends FormSchema> {
  /** The API's schema for the form. */
  readonly schema: S;
  /** The form counts as changed when its values differ from these. */
  readonly defaultValues: DefaultValues<z.input<S>>;
  /** True if fields that nobody changed follow later `defaultValues`, which another tab may have saved. */
  readonly follows?: boolean;
  /** Receives the schema's output. A thrown ApiError is shown in the form; other errors are rethrown. */
  readonly onSubmit: (values: z.output<S>) => Promise<unknown>;
}

export interface ContractForm<Input extends FieldValues, Output> {
  readonly form: UseFormReturn<Input, unknown, Output>;
  readonly submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** Why the last submission failed, until the next one. */
  readonly problem: ApiError | null;
}

/** Longer than a click: a message that shifts the page between press and release would swallow the click. */
const MESSAGE_DELAY_MS = 250;

/** True for an error of the field itself, unlike those of a list's members. */
function isWrong(errors: object, name: string) {
  const error: Partial<FieldError> | undefined = get(errors, name);
  return (error?.root ?? error)?.type !== undefined;
}

/** Focuses the first of these fields in DOM order, which may differ from registration order. */
function focusFirst(form: unknown, errors: object) {
  const controls = form instanceof HTMLFormElement ? Array.from(form.elements) : [];
  const first = controls.find(
    (control) => isWrong(errors, control.getAttribute("name") ?? "") && !control.matches(":disabled"),
  );
  if (first instanceof HTMLElement) first.focus();
}

const isField = <T extends FieldValues>(name: string, values: T): name is Path<T> => name in values;

/** A form with the contract's rules and messages, which shows server errors next to their fields. */
export function useContractForm<S extends FormSchema>({
  schema,
  defaultValues,
  follows = false,
  onSubmit,
}: ContractFormOptions<S>): ContractForm<z.input<S>, z.output<S>> {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues,
    ...(follows
      ? { values: defaultValues as z.input<S>, resetOptions: { keepDirtyValues: true, keepErrors: true } }
      : {}),
    mode: "onTouched",
    delayError: MESSAGE_DELAY_MS,
    shouldFocusError: false,
  });

  const { subscribe, getFieldState, trigger } = form;
  useEffect(
    () =>
      // A rule about several fields has its error at one of them, and the change of another may satisfy it.
      subscribe({
        formState: { values: true },
        callback: ({ name: changed, values }) => {
          const wrong = Object.keys(values).filter((name): name is Path<z.input<S>> => {
            const type = getFieldState(name as Path<z.input<S>>).error?.type;
            return name !== changed && typeof type === "string" && type !== "server";
          });
          if (changed && wrong.length > 0) void trigger(wrong);
        },
      }),
    [subscribe, getFieldState, trigger],
  );

  function show(error: ApiError) {
    setProblem(error);
    let focused = false;
    for (const [name, message] of Object.entries(error.fields)) {
      if (isField(name, form.getValues())) form.setError(name, { type: "server", message }, { shouldFocus: !focused });
      else form.setError("root", { type: "server", message });
      focused = true;
    }
  }

  const submit = form.handleSubmit(
    async (values) => {
      setProblem(null);
      try {
        await onSubmit(values);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        show(error);
      }
    },
    (errors, event) => focusFirst(event?.target, errors),
  );

  return { form, submit, problem };
}
