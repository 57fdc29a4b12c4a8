/** A mistake in the command line, described in one line. */
export class BadCommand extends Error {}

/** True for errors of usage, our own or those of Node's argument parser. */
export const isBadCommand = (problem: unknown): problem is Error =>
  problem instanceof BadCommand ||
  (problem instanceof TypeError && "code" in problem && String(problem.code).startsWith("ERR_PARSE_ARGS"));

/** Prints a command-line mistake with the usage and sets exit code 1; rethrows any other error. */
export function exitWithUsage(problem: unknown, usage: string) {
  if (!isBadCommand(problem)) throw problem;
  console.error(`${problem.message}\n\n${usage}`);
  process.exitCode = 1;
}
