declare module "linebreak" {
  /** Finds line breaks by Unicode's annex 14. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
