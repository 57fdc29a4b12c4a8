import { Box } from "@chakra-ui/react";

interface AvatarProps {
  /** Path of the picture; null shows the initial. */
  readonly src: string | null;
  readonly name: string;
  /** CSS length. */
  readonly size?: string;
}

/** A person's picture, square and round. Decorative: the name stands beside it or labels what it is in. */
export function Avatar({ src, name, size = "2.25rem" }: AvatarProps) {
  const frame = { width: size, height: size, borderRadius: "full", flexShrink: "0" } as const;
  if (src) {
    return (
      <Box {...frame} asChild objectFit="cover" bg="bg.muted">
        <img src={src} alt="" loading="lazy" />
      </Box>
    );
  }
  return (
    <Box
      {...frame}
      aria-hidden
      display="inline-grid"
      placeItems="center"
      bg="ochre.muted"
      color="ochre.fg"
      fontFamily="heading"
      fontWeight="bold"
      fontSize={`calc(${size} * 0.42)`}
      lineHeight="none"
      textTransform="uppercase"
    >
      {name.slice(0, 1)}
    </Box>
  );
}
