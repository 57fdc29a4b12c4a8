import { Button, chakra, Flex, Textarea } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { Review } from "#shared/model/community.ts";
import { ApiError } from "#web/api/response.ts";
import { CharacterCount, FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { StarChoice } from "./star-choice.tsx";

const { max } = LIMITS.reviewContent;

interface OwnReviewProps {
  readonly own: Review | null;
  readonly onRate: (rating: number, words: string) => Promise<unknown>;
  readonly onRemove: () => Promise<unknown>;
}

/** Whether the call succeeded; the API client shows a failure in a toast. */
async function succeeds(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** A buyer's own rating, to post, change and remove; nothing is sent before the button is pressed. */
export default function OwnReview({ own, onRate, onRemove }: OwnReviewProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const given = own?.reviewRating ?? null;
  const rating = chosen ?? given;
  const [typed, setTyped] = useState<string | null>(null);
  const words = (typed ?? own?.reviewContent ?? "").trim();
  const isChanged = rating !== given || words !== (own?.reviewContent ?? "");
  const isTooLong = words.length > max;

  async function run(work: () => Promise<unknown>, message: string) {
    setSending(true);
    if (await succeeds(work())) {
      setChosen(null);
      setTyped(null);
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
          label={own ? "Your review" : "You own a license. How do you like it?"}
          value={rating}
          onChange={setChosen}
          disabled={isSending}
        />
        <chakra.div mt="3">
          <FieldLayout
            label="In your words"
            optional
            error={isTooLong ? MESSAGES.invalid : undefined}
            counter={<CharacterCount length={words.length} max={max} />}
          >
            <Textarea
              name="reviewContent"
              minH="20"
              value={typed ?? own?.reviewContent ?? ""}
              readOnly={isSending}
              onChange={(event) => setTyped(event.target.value)}
            />
          </FieldLayout>
        </chakra.div>
        <Flex mt="3" gap="2" wrap="wrap">
          <Button
            type="submit"
            size="sm"
            loading={isSending && (chosen !== null || typed !== null)}
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
