import { chakra, Field } from "@chakra-ui/react";
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { listDiscountCodes } from "#shared/contract/orders.ts";
import { readUser } from "#shared/contract/users.ts";
import { formatDate } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type Announcement, AnnouncementForm } from "#shared/model/announcement.ts";
import { ArtworkId, type DiscountId } from "#shared/model/ids.ts";
import { choice } from "#shared/model/primitives.ts";
import { ApiError } from "#web/api/response.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { ArtworkChoice } from "#web/features/artwork/artwork-choice.tsx";
import { useFeatures } from "#web/session/features.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SubmitButton } from "#web/ui/form/form.tsx";
import { useFieldError } from "#web/ui/form/labelled-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { countLabel } from "#web/ui/labels.ts";

const isFuture = (local: string) => new Date(local) > new Date();

/** A time that clocks skip would become another one. */
const isSkipped = (local: string) => toLocalTime(new Date(local)) !== local;

const WritingFields = z.extend(z.omit(AnnouncementForm, { artworkIds: true, discountId: true, publishAt: true }), {
  artworkIds: z.nullable(z.array(ArtworkId)),
  /** Empty without a code. */
  discountId: z.string(),
  when: choice(["now", "later"]),
  /** As the date field shows it, in the browser's time zone. */
  publishAt: z.string(),
});
export type Writing = z.input<typeof WritingFields>;

/**
 * The contract's form, with the code as a select and the time as a local date field have them. The time that the announcement
 * already has may be past: it is about to go out.
 */
export const createWritingForm = (time?: string) =>
  WritingFields.check(
    z.refine(({ when, publishAt }) => when === "now" || publishAt !== "", {
      path: ["publishAt"],
      error: MESSAGES.required,
    }),
    z.refine(({ when, publishAt }) => when === "now" || publishAt === "" || publishAt === time || isFuture(publishAt), {
      path: ["publishAt"],
      error: MESSAGES.announcementInPast,
    }),
    z.refine(({ when, publishAt }) => when === "now" || publishAt === "" || !isSkipped(publishAt), {
      path: ["publishAt"],
      error: MESSAGES.announcementSkipped,
    }),
  );

/** A time as a date field shows it, in the browser's time zone. */
export const toLocalTime = (time: Date) => formatDate(time, "yyyy-MM-ddTHH:mm");

/** Tomorrow at this hour, as a date field shows it. */
export function suggestTime(): string {
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setMinutes(0);
  return toLocalTime(tomorrow);
}

/** The fields of the contract that the form writes in another way. */
export const toBody = ({ when, publishAt, discountId, artworkIds, ...texts }: z.output<typeof WritingFields>) => ({
  ...texts,
  artworkIds: artworkIds ?? [],
  discountId: discountId === "" ? null : (discountId as DiscountId),
  publishAt: when === "now" ? null : new Date(publishAt).toISOString(),
});

/** Shows a refusal of the time at the choice between now and later, since the date field may be hidden. */
export async function withTimeErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "too_many_announcements") throw error;
    const { status, code, message, expose, fields } = error;
    throw new ApiError({ status, code, message, expose, fields: { when: fields.publishAt ?? message } });
  }
}

interface CodeFieldProps {
  /** The code of the announcement that is edited, which may be over. */
  readonly current: Announcement["discount"];
}

/** Chooses one of the artist's usable codes; nothing without any, unless a draft's code was refused. */
function CodeField({ current }: CodeFieldProps) {
  const { id: userId } = useSignedIn();
  const { register } = useFormContext();
  const error = useFieldError("discountId");
  const id = useId();
  const pages = useReadPages(listDiscountCodes, { params: { userId } });
  const usable = pages.items.filter(({ state }) => state === "active" || state === "scheduled");
  const isListed = usable.some(({ discountId }) => discountId === current?.discountId);
  const codes = [...(current && !isListed ? [current] : []), ...usable];
  if (codes.length === 0 && !error) return null;
  return (
    <Field.Root ids={{ control: id }} invalid={Boolean(error)}>
      <Field.Label>
        Discount code
        <chakra.span color="fg.muted" fontWeight="normal">
          {" (optional)"}
        </chakra.span>
      </Field.Label>
      <Select id={id} root={{ width: "full" }} {...register("discountId")}>
        <option value="">None</option>
        {codes.map(({ discountId, discountCode, discountPercent }) => (
          <option key={discountId} value={discountId}>
            {discountCode}, {discountPercent}% off
          </option>
        ))}
      </Select>
      {error && <Field.ErrorText>{error}</Field.ErrorText>}
    </Field.Root>
  );
}

const WHEN = [
  { value: "now", label: "Now" },
  { value: "later", label: "Later", text: "At a time you choose" },
];

function TimeFields() {
  const when: unknown = useWatch({ name: "when" });
  const zone = new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
  return (
    <>
      <ChoiceField name="when" label="When does it go out?" options={WHEN} isCompact />
      {when === "later" && (
        <TextField
          name="publishAt"
          label="Date and time"
          type="datetime-local"
          hint={`In your time zone, ${zone}. It goes out within five minutes of this time.`}
        />
      )}
    </>
  );
}

/** The number of followers whom it reaches. */
function Reach() {
  const { name: username } = useSignedIn();
  const { data } = useRead(readUser, { params: { username } });
  return (
    <chakra.p color="fg.muted" textStyle="sm" minHeight="1lh">
      {data &&
        (data.followers === 0
          ? "You have no followers yet. It will appear on your page."
          : `It goes to ${countLabel(data.followers, "follower")} and appears on your page. You can send ${LIMITS.announcement.perWeek} a week.`)}
    </chakra.p>
  );
}

interface AnnouncementFieldsProps {
  /** The announcement that is edited; null for a new one. */
  readonly edited: Announcement | null;
}

/** The fields of an announcement; the time of one that went out doesn't change. */
export function AnnouncementFields({ edited }: AnnouncementFieldsProps) {
  const { discounts } = useFeatures();
  const when: unknown = useWatch({ name: "when" });
  const isOut = edited?.status === "published";
  const action = isOut ? "Save changes" : when === "later" ? "Schedule" : "Send now";
  return (
    <>
      <TextField name="announcementTitle" label="Title" max={LIMITS.announcement.title} />
      <TextAreaField
        name="announcementText"
        label="Text"
        max={LIMITS.announcement.text}
        hint="Web addresses are shown as text, not as links."
      />
      <ArtworkChoice
        name="artworkIds"
        label="Artwork"
        max={LIMITS.announcement.artworks}
        isOffered={({ artworkVisibility }) => artworkVisibility === "visible"}
        whenEmpty="None of your artwork is visible."
      />
      {discounts && <CodeField current={edited?.discount ?? null} />}
      {isOut ? (
        <chakra.p color="fg.muted" textStyle="sm">
          It is marked as edited. Your followers aren't notified again.
        </chakra.p>
      ) : (
        <>
          <TimeFields />
          <Reach />
        </>
      )}
      <SubmitButton
        mayBeUnchanged={edited?.status === "missed"}
        width={{ base: "full", sm: "auto" }}
        alignSelf="flex-start"
      >
        {action}
      </SubmitButton>
    </>
  );
}
