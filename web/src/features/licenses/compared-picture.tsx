import { chakra, Heading } from "@chakra-ui/react";
import { useEffect, useState } from "react";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { SideBySide } from "#web/ui/picture/side-by-side.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import type { ComparedPicture } from "./read-picture.ts";

const artworkPath = ({ artworkId }: ArtworkCard) => `/artwork/${artworkId}`;

function LocalPicture({ file }: { readonly file: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img src={url} alt="Your file" />;
}

/** Says that a file's metadata names no licence, or one that doesn't exist. */
const aboutMetadata = (isMisnamed: boolean) =>
  isMisnamed ? "The license that the file names doesn't exist" : "The file names no license";

interface MatchProps {
  readonly file: File;
  readonly isMisnamed: boolean;
  readonly work: ArtworkCard;
  readonly others: readonly ArtworkCard[];
}

function Match({ file, isMisnamed, work, others }: MatchProps) {
  return (
    <chakra.section
      aria-label="Result"
      display="grid"
      gap="5"
      padding={{ base: "4", md: "6" }}
      borderRadius="l3"
      bg="bg.panel"
    >
      <Heading as="h2" size="2xl" overflowWrap="anywhere">
        This looks like “{work.artworkTitle}” by {work.owner.name}
      </Heading>
      <SideBySide>
        <figure>
          <LocalPicture file={file} />
          <figcaption>Your file</figcaption>
        </figure>
        <figure>
          <div>
            <Picture
              picture={work}
              alt={work.artworkTitle}
              sizes="(min-width: 768px) 22rem, 45vw"
              firstFrom={0}
              reveals
            />
          </div>
          <figcaption>On Ochre</figcaption>
        </figure>
      </SideBySide>
      {others.length > 0 && (
        <chakra.p textStyle="sm">
          It also looks like{" "}
          {others.map((other, at) => (
            <span key={other.artworkId}>
              {at > 0 && " and "}
              <SiteLink to={artworkPath(other)} textDecoration="underline">
                “{other.artworkTitle}” by {other.owner.name}
              </SiteLink>
            </span>
          ))}
          .
        </chakra.p>
      )}
      <chakra.p textStyle="sm" color="fg.muted">
        {aboutMetadata(isMisnamed)}, and how it looks says nothing about one. Ask whoever uses the picture for its
        certificate or fingerprint.
      </chakra.p>
      <div>
        <ButtonLink to={artworkPath(work)}>See the artwork</ButtonLink>
      </div>
    </chakra.section>
  );
}

/** Tells which published work a picture looks like, and never anything of licences. */
export function ComparedPictureView({ file, works, isMisnamed }: ComparedPicture & { readonly isMisnamed: boolean }) {
  const [work, ...others] = works ?? [];
  if (work) return <Match file={file} isMisnamed={isMisnamed} work={work} others={others} />;
  return (
    <Notice>
      {aboutMetadata(isMisnamed)}, and{" "}
      {works ? "no artwork on Ochre looks like this picture." : "the picture has too little detail to be recognized."}
    </Notice>
  );
}
