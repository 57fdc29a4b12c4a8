import { Button, chakra, Heading } from "@chakra-ui/react";
import { shortName } from "#web/features/upload/read-picture.ts";
import { isInProgress, type UploadState } from "#web/features/upload/upload-state.ts";

/** A picture of the queue with its progress. */
export interface QueuedPicture {
  readonly key: number;
  /** Absent if the picture was picked in the form itself. */
  readonly file?: File | undefined;
  readonly upload: UploadState;
  /** The current title. */
  readonly title: string;
  /** True if it resembles a work of another artist. */
  readonly hasCopies?: boolean;
  readonly isLeftOut?: boolean;
  /** True after publishing failed for missing fields. */
  readonly isIncomplete?: boolean;
}

const List = chakra("ul", {
  base: {
    display: "flex",
    gap: "3",
    listStyle: "none",
    overflowX: "auto",
    padding: "1",
    margin: "-1",
    scrollbarWidth: "thin",
  },
});

const Item = chakra("button", {
  base: {
    display: "grid",
    gap: "1.5",
    width: "28",
    flexShrink: "0",
    padding: "1.5",
    borderRadius: "l2",
    borderWidth: "2px",
    borderColor: "transparent",
    textAlign: "start",
    textStyle: "xs",
    cursor: "pointer",
    focusVisibleRing: "outside",
    "&[aria-current=true]": { borderColor: "accent.solid", background: "bg.subtle" },
    _hover: { background: "bg.subtle" },
  },
});

const Thumbnail = chakra("img", {
  base: { width: "full", height: "20", objectFit: "cover", borderRadius: "l1", background: "bg.muted" },
});

const hasTrouble = ({ step }: UploadState) => step === "failed" || step === "refused";

/** One line each, so that the list doesn't grow during uploads. */
const STATUS: Readonly<Record<Exclude<UploadState["step"], "uploading">, string>> = {
  empty: "Waiting",
  checking: "Checking…",
  processing: "Preparing…",
  ready: "Ready",
  refused: "Not uploaded",
  failed: "Not uploaded",
};

const getName = ({ file, upload, title }: QueuedPicture) =>
  title || shortName((upload.step === "empty" ? file : upload.picked.file)?.name ?? "No picture yet");

function describeStatus({ file, upload, title, isIncomplete, hasCopies }: QueuedPicture) {
  if (upload.step === "uploading") return `${Math.round(upload.progress * 100)}%`;
  if (upload.step === "ready" && isIncomplete) return "Incomplete";
  if (upload.step === "ready" && hasCopies) return "Looks familiar";
  if (upload.step === "empty" && !file) return title ? "No picture yet" : "";
  return STATUS[upload.step];
}

interface PictureQueueProps {
  readonly pictures: readonly QueuedPicture[];
  readonly current: number | undefined;
  readonly onChoose: (key: number) => void;
  readonly onLeaveOut: () => void;
  readonly onShare: () => void;
  readonly onPublishAll: () => void;
  readonly isPublishing: boolean;
}

/** The pictures picked together: selection of the shown form, progress, and actions for all. */
export function PictureQueue(props: PictureQueueProps) {
  const { pictures, current, onChoose, onLeaveOut, onShare, onPublishAll, isPublishing } = props;
  const isWaiting = pictures.some(({ file, upload }) => isInProgress(upload) || (file && upload.step === "empty"));
  const copies = pictures.filter(({ hasCopies }) => hasCopies).length;
  const buttonProps = { size: "sm", variant: "outline", colorPalette: "neutral" } as const;
  return (
    <chakra.section
      aria-labelledby="queue"
      marginBottom="8"
      display="grid"
      gap="4"
      gridTemplateColumns="minmax(0, 1fr)"
    >
      <Heading as="h2" size="lg" id="queue">
        {pictures.length} pictures
      </Heading>
      <List>
        {pictures.map((picture) => (
          <li key={picture.key}>
            <Item
              type="button"
              aria-current={picture.key === current}
              onClick={() => onChoose(picture.key)}
              disabled={isPublishing}
            >
              {picture.upload.step === "empty" || picture.upload.step === "refused" ? (
                <chakra.span height="20" borderRadius="l1" background="bg.muted" />
              ) : (
                <Thumbnail src={picture.upload.picked.url} alt="" />
              )}
              <chakra.span truncate>{getName(picture)}</chakra.span>
              <chakra.span color={hasTrouble(picture.upload) || picture.isIncomplete ? "fg.error" : "fg.muted"}>
                {describeStatus(picture)}
              </chakra.span>
            </Item>
          </li>
        ))}
      </List>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button size="sm" onClick={onPublishAll} disabled={isWaiting} loading={isPublishing} loadingText="Publishing…">
          {isWaiting ? "Waiting for the pictures…" : "Publish all"}
        </Button>
        <Button {...buttonProps} onClick={onShare} disabled={isPublishing}>
          Use these tags and terms for all
        </Button>
        <Button {...buttonProps} variant="ghost" onClick={onLeaveOut} disabled={isPublishing}>
          Leave this one out
        </Button>
      </chakra.div>
      {copies > 0 && (
        <chakra.p textStyle="sm" color="fg.muted">
          {copies === 1 ? "One picture looks" : `${copies} pictures look`} like other people's artwork. Choose{" "}
          {copies === 1 ? "it" : "each"} to compare before you publish all.
        </chakra.p>
      )}
    </chakra.section>
  );
}
