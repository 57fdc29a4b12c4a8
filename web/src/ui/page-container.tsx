import { Box, type BoxProps } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";

interface PageContainerProps extends Omit<BoxProps, "title" | "width"> {
  /** Document title without the product's name; null on the home page. */
  readonly title: string | null;
  /** 2600 px for pictures, 768 px for text and forms. */
  readonly width?: "large" | "small";
}

/** The outermost element of every screen: its width, its margins and its title. */
export function PageContainer({ title, width = "large", children, ...props }: PageContainerProps) {
  return (
    <Box
      width="full"
      maxW={width}
      mx="auto"
      px={{ base: "4", md: "8", "2xl": "12" }}
      pt={{ base: "6", md: "10" }}
      pb={{ base: "16", md: "24" }}
      {...props}
    >
      <title>{title === null ? APP_NAME : `${title} · ${APP_NAME}`}</title>
      {children}
    </Box>
  );
}
