import { LIMITS } from "../limits.ts";

const { min, max } = LIMITS.discountCode;

const SHAPE = new RegExp(`^(?=.*[a-z0-9])[a-z0-9-]{${min},${max}}$`, "i");

/** True for a code as sellers make them: it has a letter or digit to read out, and stands in a link without escapes. */
export const isSellersCode = (text: string): boolean => SHAPE.test(text);
