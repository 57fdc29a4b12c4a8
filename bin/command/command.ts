import type { AuditEvent } from "#shared/audit.ts";
import type { Stage } from "./stage.ts";

/** An option of a command; one without a value is a boolean flag. */
export interface Option {
  /** Placeholder of its value in the help, such as `<id>`. */
  readonly value?: string;
  readonly default?: string;
  readonly description: string;
}

export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly default: string }
    ? string
    : string | undefined
  : boolean;

/** Input of a command's run. */
export interface Call<O extends Options = Options> {
  /** Arguments after the command's name. */
  readonly positionals: readonly string[];
  readonly values: { readonly [K in keyof O]: Value<O[K]> };
  readonly isDry: boolean;
  /** The local stack, or the deployed one named by `--stack`; resolved on first use. */
  stage(): Promise<Stage>;
  /**
   * Runs an action between two entries of the stage's audit log: `started`, which has to be written first, and then `done`,
   * `refused` if the action throws a CommandError, or `failed`. A dry run records nothing.
   */
  record<T>(event: AuditEvent, target: string | undefined, action: () => Promise<T>): Promise<T>;
}

export interface Command<O extends Options = Options> {
  /** Possible arguments after the name, one form per line. */
  readonly usage: readonly string[];
  /** Lines of the help after the summary. */
  readonly description?: readonly string[];
  readonly options?: O;
  /** True if the command changes nothing, so that it needs no dry run. */
  readonly reads?: true;
  run(call: Call<O>): Promise<void>;
}

/** Infers the type of a command's values from its declared options. */
export const defineCommand = <const O extends Options>(command: Command<O>) => command as unknown as Command;

/** End of a dry run's output. */
export const NOTHING_DONE = "Dry run: nothing was changed.";
