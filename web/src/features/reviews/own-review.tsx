import { Button, chakra, Flex } from "@chakra-ui/react";
import { useRef, useState } from "react";
import type { Review } from "#shared/model/community.ts";
import { ApiError } from "#web/api/response.ts";
import { toast } from "#web/ui/toaster.tsx";
import { StarChoice } from "./star-choice.tsx";

interface OwnReviewProps {
  readonly own: Review | null;
  /** Whether it may be written or changed; removing it is always possible. */
  readonly mayReview: boolean;
  readonly onRate: (rating: number) => Promise<unknown>;
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
export function OwnReview({ own, mayReview, onRate, onRemove }: OwnReviewProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const given = own?.reviewRating ?? null;
  const rating = chosen ?? given;

  async function run(work: () => Promise<unknown>, message: string) {
    setSending(true);
    if (await succeeds(work())) {
      setChosen(null);
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
          if (rating !== null) void run(() => onRate(rating), own ? "Review changed" : "Review posted");
        }}
      >
        <StarChoice
          label={own ? "Your review" : "You own a license. How do you like it?"}
          value={rating}
          onChange={setChosen}
          disabled={isSending || !mayReview}
        />
        <Flex mt="3" gap="2" wrap="wrap">
          {mayReview && (
            <Button
              type="submit"
              size="sm"
              loading={isSending && chosen !== null}
              loadingText={own ? "Change" : "Post review"}
              disabled={isSending || rating === null || rating === given}
            >
              {own ? "Change" : "Post review"}
            </Button>
          )}
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
