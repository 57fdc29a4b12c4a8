import { Button, chakra, Flex, Textarea } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Review } from "#shared/model/community.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { fits } from "#shared/rules/visible-text.ts";
import { ApiError } from "#web/api/response.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { DRAFT_PREFIX, readDraft, removeDraft, storeDraft } from "#web/ui/form/drafts.ts";
import { CharacterCount, FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { toast } from "#web/ui/toaster.tsx";
import { STARS, Star } from "./stars.tsx";

interface StarChoiceProps {
  readonly label: string;
  /** Null while nothing is chosen. */
  readonly value: number | null;
  readonly onChange: (value: number) => void;
  readonly disabled?: boolean;
}

const Choice = chakra("label", {
  base: {
    position: "relative",
    display: "grid",
    placeItems: "center",
    height: "11",
    flex: "0 1 2.75rem",
    minWidth: "0",
    borderRadius: "l1",
    color: "accent.fg",
    cursor: "button",
    "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "-2px" },
    "&:has(input:disabled)": { layerStyle: "disabled" },
  },
});

/** One to five stars as native radio buttons, so that arrow keys and screen readers work as usual. */
function StarChoice({ label, value, onChange, disabled = false }: StarChoiceProps) {
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const name = useId();
  const shown = pointedAt ?? value ?? 0;
  return (
    <chakra.fieldset minW="0" disabled={disabled}>
      <chakra.legend textStyle="sm" fontWeight="medium" mb="1">
        {label}
      </chakra.legend>
      <chakra.div display="flex" ms="-2.5" onPointerLeave={() => setPointedAt(null)}>
        {STARS.map((star) => (
          <Choice
            key={star}
            // Mouse only: touch would leave the star highlighted.
            onPointerEnter={({ pointerType }) => pointerType === "mouse" && !disabled && setPointedAt(star)}
          >
            <chakra.input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={countLabel(star, "star")}
              position="absolute"
              inset="0"
              opacity="0"
              cursor="inherit"
            />
            <Star size={28} filled={star <= shown ? 1 : 0} />
          </Choice>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}

const { max } = LIMITS.reviewContent;

/** Unsent changes to a review; null for an unchanged part. */
interface ReviewDraft {
  readonly rating: number | null;
  readonly words: string | null;
}

const UNTOUCHED: ReviewDraft = { rating: null, words: null };

/** A draft stored in this browser. */
function useReviewDraft(artworkId: ArtworkId) {
  const name = `${DRAFT_PREFIX} ${useSignedIn().id} review ${artworkId}`;
  const [draft, setDraft] = useState(() => readDraft<ReviewDraft>(name) ?? UNTOUCHED);
  return {
    draft,
    change(part: Partial<ReviewDraft>) {
      const changed = { ...draft, ...part };
      setDraft(changed);
      storeDraft(name, changed);
    },
    forget() {
      setDraft(UNTOUCHED);
      removeDraft(name);
    },
  };
}

interface OwnReviewProps {
  readonly artworkId: ArtworkId;
  readonly own: Review | null;
  readonly onRate: (rating: number, words: string) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

/** Resolves to false for an API error, which a toast shows. */
async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A buyer's own review, to post, change and remove; only the button sends it. */
export default function OwnReview({ artworkId, own, onRate, onRemove }: OwnReviewProps) {
  const { draft, change, forget } = useReviewDraft(artworkId);
  const [isSending, setSending] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const given = own?.reviewRating ?? null;
  const rating = draft.rating ?? given;
  const words = (draft.words ?? own?.reviewContent ?? "").trim();
  const isChanged = rating !== given || words !== (own?.reviewContent ?? "");
  const isTooLong = !fits(words, max);

  async function run(work: () => Promise<unknown>, message: string) {
    setSending(true);
    if (await succeeds(work())) {
      forget();
      toast.success(message);
      // The pressed button is disabled or unmounted now.
      panel.current?.focus();
    }
    setSending(false);
  }

  return (
    <chakra.section
      ref={panel}
      tabIndex={-1}
      outline="none"
      aria-label="Your review"
      mb="6"
      p="5"
      borderRadius="l3"
      bg="bg.subtle"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (rating !== null && isChanged && !isTooLong)
            void run(() => onRate(rating, words), own ? "Review changed" : "Review posted");
        }}
      >
        <StarChoice
          label={own ? "Your review" : "You own a license. How do you like the artwork?"}
          value={rating}
          onChange={(stars) => change({ rating: stars })}
          disabled={isSending}
        />
        <chakra.div mt="3">
          <FieldLayout
            label="In your words"
            optional
            error={isTooLong ? MESSAGES.invalid : undefined}
            counter={<CharacterCount text={words} max={max} />}
          >
            <Textarea
              name="reviewContent"
              minH="20"
              value={draft.words ?? own?.reviewContent ?? ""}
              readOnly={isSending}
              onChange={(event) => change({ words: event.target.value })}
            />
          </FieldLayout>
        </chakra.div>
        <Flex mt="3" gap="2" wrap="wrap">
          <Button
            type="submit"
            size="sm"
            loading={isSending && (draft.rating !== null || draft.words !== null)}
            loadingText={own ? "Change" : "Post review"}
            disabled={isSending || rating === null || !isChanged || isTooLong}
          >
            {own ? "Change" : "Post review"}
          </Button>
          {own && (
            <Button
              size="sm"
              variant="ghost"
              colorPalette="neutral"
              disabled={isSending}
              onClick={() => void run(onRemove, "Review removed")}
            >
              Remove
            </Button>
          )}
        </Flex>
      </form>
    </chakra.section>
  );
}
