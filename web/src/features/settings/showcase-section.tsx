import { Button, chakra, Text } from "@chakra-ui/react";
import PanelTop from "lucide-react/icons/panel-top";
import Pin from "lucide-react/icons/pin";
import { useState } from "react";
import { listUserArtwork } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkCard } from "#shared/model/artwork.ts";
import type { Settings } from "#shared/model/settings.ts";
import { ApiError } from "#web/api/response.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { useUnsaved } from "#web/ui/form/unsaved.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { useSaveProfile } from "./use-settings.ts";

type Choice = Pick<Settings["profile"], "userPinned" | "userBanner">;

const { count } = LIMITS.pinnedArtwork;

const Toggle = chakra("button", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "1.5",
    minHeight: "10",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border",
    textStyle: "xs",
    color: "fg.muted",
    cursor: "button",
    focusVisibleRing: "outside",
    _hover: { borderColor: "border.emphasized", color: "fg" },
    "&[aria-pressed=true]": {
      bg: "accent.subtle",
      borderColor: "accent.border",
      color: "accent.fg",
      fontWeight: "semibold",
    },
    // After the label, so that the accessible name starts with it.
    "&[data-place]::after": { content: "attr(data-place)" },
    _disabled: { opacity: "0.45", cursor: "disabled" },
  },
});

interface ChoosableProps {
  readonly card: ArtworkCard;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** One of the user's artworks with its options. */
function Choosable({ card: { artworkId, artworkTitle, ...picture }, choice, onChange }: ChoosableProps) {
  const { userPinned, userBanner } = choice;
  const place = userPinned.indexOf(artworkId);
  const isPinned = place >= 0;
  const isBanner = userBanner === artworkId;
  const pinned = isPinned ? userPinned.filter((id) => id !== artworkId) : [...userPinned, artworkId];
  return (
    <chakra.li display="grid" gap="2" alignContent="start" minW="0">
      <chakra.div display="grid" placeItems="center" borderRadius="l2" bg="bg.muted" p="2">
        <Thumbnail picture={picture} side="7rem" />
      </chakra.div>
      <Text textStyle="sm" fontWeight="medium" truncate title={artworkTitle}>
        {artworkTitle}
      </Text>
      <chakra.div display="grid" gap="1.5">
        <Toggle
          type="button"
          aria-pressed={isPinned}
          {...(isPinned ? { "data-place": `${place + 1} of ${userPinned.length}` } : {})}
          aria-label={`Pin ${artworkTitle}`}
          disabled={!isPinned && userPinned.length >= count}
          {...(!isPinned && userPinned.length >= count ? { title: MESSAGES.tooManyPinned } : {})}
          onClick={() => onChange({ ...choice, userPinned: pinned })}
        >
          <Pin size={14} aria-hidden />
          Pin
        </Toggle>
        <Toggle
          type="button"
          aria-pressed={isBanner}
          aria-label={`Use ${artworkTitle} as banner`}
          onClick={() => onChange({ ...choice, userBanner: isBanner ? null : artworkId })}
        >
          <PanelTop size={14} aria-hidden />
          Banner
        </Toggle>
      </chakra.div>
    </chakra.li>
  );
}

const isSame = (one: Choice, other: Choice) =>
  one.userBanner === other.userBanner && one.userPinned.join() === other.userPinned.join();

/** Chooses banner and pinned artwork of the user's page. */
export function ShowcaseSection({ settings: { profile, userUsername } }: { readonly settings: Settings }) {
  const pages = useReadPages(
    listUserArtwork,
    { params: { username: userUsername } },
    { errorMessage: MESSAGES.failedFetchUserArtwork },
  );
  const save = useSaveProfile();
  const [saved, setSaved] = useState<Choice>(profile);
  const [choice, setChoice] = useState<Choice>(profile);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { items, isLoading, error } = pages;
  const isEmpty = !items.length && !isLoading && !error;
  useUnsaved(!isSame(choice, saved) && !isSaving);

  async function submit() {
    const { userPinned, userBanner } = choice;
    setSaving(true);
    setProblem(undefined);
    try {
      await save({ userPinned, userBanner });
      setSaved(choice);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setProblem(failure.fields.userPinned ?? failure.fields.userBanner);
    } finally {
      setSaving(false);
    }
  }

  return (
    <SettingsSection
      id="showcase"
      title="Showcase"
      text={`Up to ${count} artworks that your page shows first, in the order you pin them, and one as its banner.`}
    >
      {!items.length && isLoading && <SkeletonColumns count={4} isNarrow label="Loading your artwork" />}
      {isEmpty && (
        <chakra.div display="grid" gap="4" justifyItems="start">
          <Text color="fg.muted">Once you have visible artwork, you can choose it here.</Text>
          <ButtonLink to="/artwork/add" variant="outline" colorPalette="neutral">
            Upload artwork
          </ButtonLink>
        </chakra.div>
      )}
      <chakra.ul
        aria-label="Your artwork"
        listStyleType="none"
        display="grid"
        gap="5"
        gridTemplateColumns="repeat(auto-fill, minmax(8.5rem, 1fr))"
      >
        {items.map((card) => (
          <Choosable key={card.artworkId} card={card} choice={choice} onChange={setChoice} />
        ))}
      </chakra.ul>
      <ShowMore pages={pages} noun="pictures" />
      <chakra.p role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {problem}
      </chakra.p>
      {!isEmpty && (
        <Button
          width={{ base: "full", sm: "auto" }}
          justifySelf="start"
          loading={isSaving}
          loadingText="Save showcase"
          disabled={isSame(choice, saved)}
          onClick={() => void submit()}
        >
          Save showcase
        </Button>
      )}
    </SettingsSection>
  );
}
