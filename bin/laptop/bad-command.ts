/** What is wrong with the command, in one line for whoever typed it. */
export class BadCommand extends Error {}
