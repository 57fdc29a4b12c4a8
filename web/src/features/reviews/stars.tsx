import { chakra } from "@chakra-ui/react";
import { LIMITS } from "#shared/limits.ts";

export const STARS = Array.from({ length: LIMITS.reviewRating.max }, (_, index) => index + 1);

/** Lucide's star, drawn as one path so that a part of it can be filled. */
const STAR =
  "M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z";

/** One star, `filled` from 0 to 1 from its left. */
export function Star({ filled, size }: { readonly filled: number; readonly size: number }) {
  const path = <path d={STAR} strokeWidth="1.75" strokeLinejoin="round" stroke="currentColor" />;
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden>
      {path}
      {filled > 0 && (
        <path
          d={STAR}
          fill="currentColor"
          style={filled < 1 ? { clipPath: `inset(0 ${(1 - filled) * 100}% 0 0)` } : undefined}
        />
      )}
    </svg>
  );
}

interface StarsProps {
  /** From 0 to 5, fractions included. */
  readonly rating: number;
  /** Pixels. */
  readonly size?: number;
}

/** A rating in stars. */
export function Stars({ rating, size = 18 }: StarsProps) {
  return (
    <chakra.span
      role="img"
      aria-label={`${Number(rating.toFixed(1))} of ${LIMITS.reviewRating.max} stars`}
      display="inline-flex"
      gap="0.5"
      color="accent.fg"
    >
      {STARS.map((star) => (
        <Star key={star} size={size} filled={Math.min(1, Math.max(0, rating - star + 1))} />
      ))}
    </chakra.span>
  );
}
