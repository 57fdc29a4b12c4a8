/** What is wrong with the command, in one line for whoever typed it. */
export class BadCommand extends Error {}

/** Ends the program with what is wrong with the command and how it is used; throws what isn't the command's fault. */
export function endMistaken(problem: unknown, usage: string) {
  const mistyped =
    problem instanceof TypeError && "code" in problem && String(problem.code).startsWith("ERR_PARSE_ARGS");
  if (!mistyped && !(problem instanceof BadCommand)) throw problem;
  console.error(`${problem.message}\n\n${usage}`);
  process.exitCode = 1;
}
