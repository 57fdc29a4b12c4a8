import { chakra, IconButton, SimpleGrid } from "@chakra-ui/react";
import X from "lucide-react/icons/x";
import { useFieldArray, useFormContext } from "react-hook-form";
import type * as z from "zod/mini";
import { listMyArtwork } from "#shared/contract/users.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { Picture } from "#shared/model/media.ts";
import { LICENSE_USAGES } from "#shared/rules/license-holder.ts";
import { LICENSE_TYPES, type LicenseType } from "#shared/rules/license-options.ts";
import { useReadPages } from "#web/api/use-read.ts";
import { ArtworkCheck } from "#web/features/artwork/artwork-check.tsx";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { SubjectPicture } from "#web/features/messages/subject-picture.tsx";
import { useSignedIn } from "#web/session/use-session.ts";
import { LabelledField, useFieldError } from "#web/ui/form/labelled-field.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { ShowMore } from "#web/ui/show-more.tsx";

/** A work in the form, with what its row shows. */
export interface OfferedWork {
  readonly artworkId: ArtworkId;
  readonly licenseUsage: (typeof LICENSE_USAGES)[number];
  readonly licenseType: LicenseType;
  /** Whole dollars; undefined until typed. */
  readonly offerPrice: number | undefined;
  readonly title: string;
  readonly picture: z.output<typeof Picture> | null;
}

interface OfferValues {
  readonly offerItems: OfferedWork[];
}

const HOLDERS = { personal: "A person", business: "A business" } as const;

export const toOfferedWork = (work: Pick<OfferedWork, "artworkId" | "title" | "picture">): OfferedWork => ({
  ...work,
  licenseUsage: "personal",
  licenseType: "commercial",
  offerPrice: undefined,
});

/** One work of the offer: its license, its holder and its price. */
function WorkRow({ at, work, onRemove }: { at: number; work: OfferedWork; onRemove: () => void }) {
  const { register } = useFormContext();
  const name = `offerItems.${at}`;
  return (
    <chakra.li
      position="relative"
      display="grid"
      gap="3"
      padding="4"
      borderRadius="l2"
      borderWidth="1px"
      borderColor="border.emphasized"
    >
      <chakra.div display="flex" alignItems="center" gap="3" minHeight="9" paddingEnd="12">
        <SubjectPicture subject={work} side="3rem" />
        <chakra.span flex="1" minWidth="0" fontWeight="semibold" overflowWrap="anywhere">
          {work.title}
        </chakra.span>
      </chakra.div>
      <SimpleGrid columns={2} gap="3" alignItems="start">
        <chakra.div gridColumn="1 / -1">
          <LabelledField name={`${name}.licenseType`} label="License">
            <Select defaultValue={work.licenseType} {...register(`${name}.licenseType`)}>
              {LICENSE_TYPES.map((type) => (
                <option key={type} value={type}>
                  {LICENSE_LABELS[type].shortName}
                </option>
              ))}
            </Select>
          </LabelledField>
        </chakra.div>
        <LabelledField name={`${name}.licenseUsage`} label="Licensed to">
          <Select defaultValue={work.licenseUsage} {...register(`${name}.licenseUsage`)}>
            {LICENSE_USAGES.map((usage) => (
              <option key={usage} value={usage}>
                {HOLDERS[usage]}
              </option>
            ))}
          </Select>
        </LabelledField>
        <NumberField name={`${name}.offerPrice`} label="Price" unit="$" />
      </SimpleGrid>
      {/* Last, so that the dialog doesn't open with the focus on it. */}
      <IconButton
        position="absolute"
        top="4"
        insetEnd="4"
        type="button"
        size="sm"
        variant="ghost"
        colorPalette="neutral"
        aria-label={`Remove ${work.title}`}
        onClick={onRemove}
      >
        <X aria-hidden />
      </IconButton>
    </chakra.li>
  );
}

interface WorkChoiceProps {
  readonly chosen: readonly OfferedWork[];
  readonly onToggle: (work: OfferedWork) => void;
}

/** The artist's other works to add. */
function WorkChoice({ chosen, onToggle }: WorkChoiceProps) {
  const { id: userId } = useSignedIn();
  const pages = useReadPages(listMyArtwork, { params: { userId } }, { errorMessage: MESSAGES.failedFetchUserArtwork });
  const isFull = chosen.length >= LIMITS.offer.items;
  return (
    <chakra.details>
      <chakra.summary cursor="button" textStyle="sm" fontWeight="medium" paddingY="1">
        Add works
      </chakra.summary>
      <chakra.ul
        listStyleType="none"
        maxHeight="16rem"
        overflowY="auto"
        marginTop="2"
        paddingX="4"
        borderWidth="1px"
        borderColor="border.emphasized"
        borderRadius="l2"
      >
        {pages.items
          .filter(({ soldExclusively }) => !soldExclusively)
          .map((card) => {
            const isChosen = chosen.some(({ artworkId }) => artworkId === card.artworkId);
            return (
              <ArtworkCheck
                key={card.artworkId}
                card={card}
                isChosen={isChosen}
                isDisabled={isFull && !isChosen}
                onToggle={() =>
                  onToggle(toOfferedWork({ artworkId: card.artworkId, title: card.artworkTitle, picture: card }))
                }
              />
            );
          })}
      </chakra.ul>
      <ShowMore pages={pages} noun="artworks" />
    </chakra.details>
  );
}

/** The offer's works, each with its license and price. */
export function OfferWorks() {
  const { control } = useFormContext<OfferValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "offerItems" });
  const error = useFieldError("offerItems");
  const works = fields as readonly (OfferedWork & { readonly id: string })[];

  function toggle(work: OfferedWork) {
    const at = works.findIndex(({ artworkId }) => artworkId === work.artworkId);
    if (at < 0) append(work, { shouldFocus: false });
    else remove(at);
  }

  return (
    <chakra.fieldset name="offerItems" tabIndex={-1} minWidth="0" display="grid" gap="3">
      <chakra.legend textStyle="sm" fontWeight="medium" marginBottom="2">
        Works
      </chakra.legend>
      <chakra.ul listStyleType="none" display="grid" gap="3">
        {works.map((work, at) => (
          <WorkRow key={work.id} at={at} work={work} onRemove={() => remove(at)} />
        ))}
      </chakra.ul>
      <chakra.p role="alert" textStyle="sm" color="fg.error" _empty={{ display: "none" }}>
        {error}
      </chakra.p>
      <WorkChoice chosen={works} onToggle={toggle} />
    </chakra.fieldset>
  );
}
