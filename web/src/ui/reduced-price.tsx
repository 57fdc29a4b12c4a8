import { chakra } from "@chakra-ui/react";

interface ReducedPriceProps {
  readonly was: string;
  /** Undefined without a reduction. */
  readonly now: string | undefined;
}

/** A price, or the former one struck through with the present one beside it. */
export function ReducedPrice({ was, now }: ReducedPriceProps) {
  if (!now) return was;
  return (
    <>
      <chakra.span srOnly>was </chakra.span>
      <chakra.s color="fg.muted" fontWeight="normal" marginEnd="1.5">
        {was}
      </chakra.s>
      <chakra.span srOnly> now </chakra.span>
      {now}
    </>
  );
}
