/** A route that can't be made as asked; its message is for the person who asked. */
export class BadRoute extends Error {}
