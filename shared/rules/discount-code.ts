import { LIMITS } from "../limits.ts";

const { min, max } = LIMITS.discountCode;

const SHAPE = new RegExp(`^(?=.*[a-z0-9])[a-z0-9-]{${min},${max}}$`, "i");

/** True for a valid seller's code: it contains a letter or digit and needs no escaping in a link. */
export const isSellersCode = (text: string): boolean => SHAPE.test(text);
