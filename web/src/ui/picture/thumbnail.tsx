import { chakra } from "@chakra-ui/react";
import { Picture, type PictureFacts } from "./picture.tsx";

const Square = chakra("div", {
  base: {
    display: "grid",
    placeItems: "center",
    flexShrink: 0,
    "& > div": { borderRadius: "l1", overflow: "hidden" },
  },
});

interface ThumbnailProps {
  readonly picture: PictureFacts;
  /** A CSS length. */
  readonly side: string;
  /** Called if none of its files could be loaded. */
  readonly onError?: () => void;
}

/** The whole picture in a square, with what its artist says it shows; its title is shown beside it. */
export function Thumbnail({ picture, side, ...events }: ThumbnailProps) {
  const ratio = picture.width / picture.height;
  return (
    <Square style={{ width: side, height: side }}>
      <div style={{ width: ratio >= 1 ? "100%" : `${ratio * 100}%` }}>
        <Picture picture={picture} alt={picture.artworkAlt ?? ""} sizes={side} {...events} />
      </div>
    </Square>
  );
}
