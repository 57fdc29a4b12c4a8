import type { AuditEvent } from "#shared/audit.ts";
import type { Stage } from "./stage.ts";

/** An option of a command; one without a value is a switch. */
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
  readonly words: readonly string[];
  readonly values: { readonly [K in keyof O]: Value<O[K]> };
  readonly isDry: boolean;
  /** The running laptop, or the deployed stage named by `--stack`; found on first use. */
  stage(): Promise<Stage>;
  /**
   * Runs an action between two entries of the stage's audit log: `started`, without which nothing is done, and then `done`,
   * `refused` if it throws BadCommand, or `failed`. A dry run records nothing.
   */
  record<T>(event: AuditEvent, target: string | undefined, deed: () => Promise<T>): Promise<T>;
}

export interface Command<O extends Options = Options> {
  /** Possible arguments after the name, one form per line. */
  readonly usage: readonly string[];
  /** Details beyond the summary, as whole lines. */
  readonly description?: readonly string[];
  readonly options?: O;
  /** The command changes nothing and needs no dry run. */
  readonly reads?: true;
  run(call: Call<O>): Promise<void>;
}

/** Infers the type of a command's values from its declared options. */
export const defineCommand = <const O extends Options>(command: Command<O>) => command as unknown as Command;

/** End of a dry run's output. */
export const NOTHING_DONE = "Nothing is done with --dry-run.";
