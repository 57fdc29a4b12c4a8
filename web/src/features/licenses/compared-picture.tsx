import { chakra, Heading } from "@chakra-ui/react";
import { type ReactNode, useEffect, useState } from "react";
import { APP_NAME } from "#shared/brand.ts";
import { DISPLAY } from "#shared/display.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import type { VerifiedLicense } from "#shared/model/license.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { AlsoLooksLike } from "#web/features/artwork/also-looks-like.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PersonText } from "#web/ui/person.tsx";
import { Picture, type PictureFacts } from "#web/ui/picture/picture.tsx";
import { SideBySide } from "#web/ui/picture/side-by-side.tsx";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import type { ComparedPicture } from "./read-picture.ts";
import type { LicenseFile, NoLicenseReason } from "./use-verifier.ts";

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

const METADATA_MESSAGES: Readonly<Record<NoLicenseReason, string>> = {
  none: "The file names no license",
  several: "The file names several licenses, so it proves none",
  unknown: "The license that the file names doesn't exist",
};

const ArtworkLink = ({ work }: { readonly work: ArtworkCard }) => (
  <SiteLink to={artworkPath(work)} textDecoration="underline">
    “{work.artworkTitle}” by <PersonText person={work.owner} />
  </SiteLink>
);

interface PictureComparisonProps {
  readonly file: File;
  readonly picture: PictureFacts;
  readonly alt: string;
  /** Caption of the site's picture. */
  readonly caption: ReactNode;
}

/** The viewer's file beside a picture of the site. */
function PictureComparison({ file, picture, alt, caption }: PictureComparisonProps) {
  return (
    <SideBySide>
      <figure>
        <LocalPicture file={file} />
        <figcaption>Your file</figcaption>
      </figure>
      <figure>
        <div>
          <Picture picture={picture} alt={alt} sizes="(min-width: 768px) 22rem, 45vw" firstFrom={0} reveals />
        </div>
        <figcaption>{caption}</figcaption>
      </figure>
    </SideBySide>
  );
}

interface MatchProps {
  readonly file: File;
  readonly named: NoLicenseReason;
  readonly work: ArtworkCard;
  readonly others: readonly ArtworkCard[];
}

function Match({ file, named, work, others }: MatchProps) {
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
        This looks like “{work.artworkTitle}” by <PersonText person={work.owner} />
      </Heading>
      <PictureComparison
        file={file}
        picture={work}
        alt={getPictureAlt(work)}
        caption={
          <>
            On {APP_NAME} since <DateTime value={work.created} pattern={DISPLAY.shortDayFormat} />
          </>
        }
      />
      <AlsoLooksLike works={others} link={ArtworkLink} />
      <chakra.p textStyle="sm" color="fg.muted">
        {METADATA_MESSAGES[named]}, and a similar picture doesn't prove one. Ask the person who uses the picture for its
        certificate or fingerprint.
      </chakra.p>
      <div>
        <ButtonLink to={artworkPath(work)}>See the artwork</ButtonLink>
      </div>
    </chakra.section>
  );
}

/** Shows which published work a picture resembles, without any licences. */
export function ComparedPictureView({ file, works, named }: ComparedPicture & { readonly named: NoLicenseReason }) {
  const [work, ...others] = works ?? [];
  if (work) return <Match file={file} named={named} work={work} others={others} />;
  return (
    <Notice>
      {METADATA_MESSAGES[named]}, and{" "}
      {works ? `we found no matching artwork on ${APP_NAME}.` : "the picture has too little detail to be recognized."}
    </Notice>
  );
}

interface LicenseProofNoteProps {
  readonly licenseFile: LicenseFile;
  readonly license: VerifiedLicense;
}

/** Explains how far a file proves its licence; a picture is shown beside the licensed one. */
export function LicenseProofNote({ licenseFile: { by, file }, license }: LicenseProofNoteProps) {
  if (by === "metadata") {
    return (
      <chakra.div display="grid" gap="4" marginBottom="4">
        <Notice>
          The picture's metadata names this license. Metadata can be copied into any file, so compare the two pictures.
        </Notice>
        <PictureComparison file={file} picture={license} alt={getPictureAlt(license)} caption="The licensed picture" />
      </chakra.div>
    );
  }
  return (
    <chakra.div marginBottom="4">
      <Notice kind="success">
        {by === "pdf"
          ? "The certificate inside this PDF is genuine. The words on its page aren't signed: rely on what is shown below. To see who holds the license, ask for the buyer's identifier."
          : "The file's signature is genuine. The signed content is shown below."}
      </Notice>
    </chakra.div>
  );
}
