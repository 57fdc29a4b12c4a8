/** Stops a command with a message of one line and without a stack trace. */
export class CommandError extends Error {}

/** True for a CommandError or an error of Node's argument parser. */
export const isCommandError = (error: unknown): error is Error =>
  error instanceof CommandError ||
  (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));

/** Prints a command error with the usage and sets exit code 1; rethrows any other error. */
export function exitWithUsage(error: unknown, usage: string) {
  if (!isCommandError(error)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 1;
}
