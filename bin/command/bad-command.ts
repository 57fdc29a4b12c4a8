/** A mistake in the command line, described in one line. */
export class BadCommand extends Error {}

/** Prints a command-line mistake with the usage and sets exit code 1; rethrows any other error. */
export function exitWithUsage(problem: unknown, usage: string) {
  const isParseError =
    problem instanceof TypeError && "code" in problem && String(problem.code).startsWith("ERR_PARSE_ARGS");
  if (!isParseError && !(problem instanceof BadCommand)) throw problem;
  console.error(`${problem.message}\n\n${usage}`);
  process.exitCode = 1;
}
