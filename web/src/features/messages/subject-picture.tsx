import { chakra } from "@chakra-ui/react";
import ImageOff from "lucide-react/icons/image-off";
import type { PictureFacts } from "#web/ui/picture/picture.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";

interface SubjectPictureProps {
  readonly subject: { readonly picture: PictureFacts | null };
  /** A CSS length. */
  readonly side: string;
}

/** Picture of a conversation's subject or of an offered work, if the user may see it. */
export function SubjectPicture({ subject: { picture }, side }: SubjectPictureProps) {
  if (picture) return <Thumbnail picture={picture} side={side} />;
  return (
    <chakra.span
      display="grid"
      placeItems="center"
      flexShrink="0"
      borderRadius="l1"
      bg="bg.muted"
      color="fg.muted"
      style={{ width: side, height: side }}
      aria-hidden
    >
      <ImageOff size={20} />
    </chakra.span>
  );
}
