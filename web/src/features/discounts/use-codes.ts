import { useState } from "react";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import type { Pages } from "#web/api/use-read.ts";

/** The codes of a list, with those just created first, which the eventually consistent index may lack. */
export function useCodes(pages: Pages<DiscountCode>) {
  const [made, setMade] = useState<readonly DiscountCode[]>([]);
  const isListed = ({ discountId }: DiscountCode) => pages.items.some((code) => code.discountId === discountId);
  return {
    codes: [...made.filter((code) => !isListed(code)), ...pages.items],
    add: (code: DiscountCode) => setMade([code, ...made]),
    markEnded({ discountId }: DiscountCode) {
      const until = new Date().toISOString();
      setMade(made.map((code) => (code.discountId === discountId ? { ...code, state: "ended", until } : code)));
    },
  };
}
