import { Box } from "@chakra-ui/react";

interface AvatarProps {
  /** Path of the picture; null shows the initial. */
  readonly src: string | null;
  readonly name: string;
  /** CSS length. */
  readonly size?: string;
}

/** A person's round picture. Decorative: their name is shown beside it or labels the element around it. */
export function Avatar({ src, name, size = "2.25rem" }: AvatarProps) {
  const box = { width: size, height: size, borderRadius: "full", flexShrink: "0" } as const;
  if (src) {
    return (
      <Box {...box} asChild objectFit="cover" bg="bg.muted">
        <img src={src} alt="" loading="lazy" />
      </Box>
    );
  }
  return (
    <Box
      {...box}
      aria-hidden
      display="inline-grid"
      placeItems="center"
      bg="accent.muted"
      color="accent.fg"
      fontFamily="heading"
      fontWeight="bold"
      fontSize={`calc(${size} * 0.42)`}
      lineHeight="none"
      textTransform="uppercase"
    >
      {[...name][0]}
    </Box>
  );
}
