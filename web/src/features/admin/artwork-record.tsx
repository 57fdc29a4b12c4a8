import { Box, chakra, Flex, Heading, Stack, Text } from "@chakra-ui/react";
import {
  decideArtwork,
  listCases,
  previewArtworkMails,
  readOperator,
  readReviewedArtwork,
} from "#shared/contract/admin.ts";
import { DISPLAY } from "#shared/display.ts";
import { formatCount } from "#shared/format.ts";
import type { ArtworkAction, ArtworkRecord } from "#shared/model/case.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import { send } from "#web/api/send.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { useRead } from "#web/api/use-read.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { PersonName } from "#web/ui/person.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { DecisionButtons } from "./decision-buttons.tsx";
import type { DecisionTexts } from "./decision-dialog.tsx";
import { ACTION_TEXTS, formatOutcome, KIND_NAMES } from "./decision-texts.ts";
import { toPicked } from "./home-page/artwork-picker.tsx";
import type { FeatureState } from "./home-page/home-page.tsx";
import type { Draft } from "./mail-previews.tsx";
import { PagePath } from "./page-path.tsx";
import { Part } from "./part.tsx";
import { formatState, ReviewedArtworkFigure } from "./reviewed-artwork.tsx";

const List = chakra("ul", { base: { display: "grid", gap: "4", listStyle: "none", paddingInlineStart: "0" } });

const muted = { textStyle: "sm", color: "fg.muted" } as const;

/** Actions that reverse each other without asking for texts again. */
const REVERSED: Partial<Record<ArtworkAction, ArtworkAction>> = { take_down: "restore", mark_mature: "unmark_mature" };

function Actions({ record }: { readonly record: ArtworkRecord }) {
  const invalidate = useInvalidate();
  const { artworkId, actions, card } = record;
  const params = { artworkId };

  async function readMails(action: ArtworkAction, draft: Draft) {
    const body = { action, ...draft };
    return (await send(previewArtworkMails, { params, body }, { inPlace: ["invalid_request"] })).mails;
  }

  async function decide(action: ArtworkAction, texts: DecisionTexts) {
    await send(decideArtwork, { params, body: { action, ...texts } }, { errorMessage: "It wasn't changed" });
    await invalidate(readReviewedArtwork, params);
    await invalidate(listCases);
    const reversed = REVERSED[action];
    const undo = () => void decide(reversed ?? action, { reason: "Decided by mistake." }).catch(() => undefined);
    toast.success(ACTION_TEXTS[action].done, reversed && { label: "Undo", run: undo });
  }

  return <DecisionButtons actions={actions} subject={card.artworkTitle} readMails={readMails} onDecide={decide} />;
}

const Versions = ({ record: { versions } }: { readonly record: ArtworkRecord }) => (
  <Part title={versions.length === 1 ? "Version" : `${versions.length} versions`}>
    <List>
      {versions.map(({ versionId, title, picture, created, sold }) => (
        <Flex as="li" key={versionId} gap="4" align="center">
          <Thumbnail picture={picture} side="4.5rem" />
          <Box minW="0">
            <Text overflowWrap="anywhere">{title}</Text>
            <Text {...muted}>
              <DateTime value={created} pattern={DISPLAY.momentFormat} /> · {formatCount(sold)} sold
            </Text>
          </Box>
        </Flex>
      ))}
    </List>
  </Part>
);

const Takedowns = ({ record: { takedowns } }: { readonly record: ArtworkRecord }) =>
  takedowns.length > 0 && (
    <Part title="Takedowns">
      <List>
        {takedowns.map((takedown) => (
          <li key={takedown.takedownId}>
            <Text>{takedown.reason}</Text>
            <Text {...muted}>
              <DateTime value={takedown.created} pattern={DISPLAY.momentFormat} /> · {takedown.reporter}
              {takedown.decidedBy && (
                <>
                  {" · by "}
                  <PersonName person={takedown.decidedBy} showsHandle />
                </>
              )}
            </Text>
            {takedown.rule && <Text {...muted}>{takedown.rule}</Text>}
            {takedown.answer && <Text marginTop="1">The artist: {takedown.answer}</Text>}
            <Text {...muted}>
              {takedown.restoredAt ? (
                <>
                  Put back <DateTime value={takedown.restoredAt} pattern={DISPLAY.momentFormat} />
                </>
              ) : takedown.restoreFrom ? (
                <>
                  Can return from <DateTime value={takedown.restoreFrom} pattern={DISPLAY.momentFormat} />
                </>
              ) : (
                "In force"
              )}
            </Text>
          </li>
        ))}
      </List>
    </Part>
  );

const Cases = ({ record: { cases } }: { readonly record: ArtworkRecord }) =>
  cases.length > 0 && (
    <Part title="In the queue">
      <List>
        {cases.map(({ caseId, kind, status, outcome, created, text, reason }) => (
          <li key={caseId}>
            <NameLink to={`/admin/queue/${caseId}`}>{KIND_NAMES[kind]}</NameLink>
            <Text {...muted}>
              <DateTime value={created} pattern={DISPLAY.momentFormat} /> ·{" "}
              {status === "open" ? "Open" : formatOutcome(outcome)}
            </Text>
            {(text ?? reason) && <Text overflowWrap="anywhere">{text ?? reason}</Text>}
          </li>
        ))}
      </List>
    </Part>
  );

const Copies = ({ record: { copies } }: { readonly record: ArtworkRecord }) =>
  copies.length > 0 && (
    <Part title="Looks like">
      <Box display="grid" gap="6" gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" }}>
        {copies.map((copy) => (
          <ReviewedArtworkFigure key={copy.card.artworkId} artwork={copy} sizes="(min-width: 62em) 18rem, 92vw" />
        ))}
      </Box>
    </Part>
  );

/** Leads to the home page's row with the artwork added. */
function Feature({ record: { card, state } }: { readonly record: ArtworkRecord }) {
  const { data: operator } = useRead(readOperator, {});
  if (state !== "visible" || !operator?.permissions.includes("curation")) return null;
  return (
    <SiteLink to="/admin/home" state={{ picked: toPicked(card) } satisfies FeatureState} justifySelf="start">
      Feature on the home page…
    </SiteLink>
  );
}

function Record({ record }: { readonly record: ArtworkRecord }) {
  const { card, owner, sales, artworkId, state } = record;
  return (
    <Stack gap="8">
      <Heading as="h2" size="2xl" overflowWrap="anywhere">
        {card.artworkTitle}
      </Heading>
      <Box display="grid" gap="8" gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 1fr)" }}>
        <ReviewedArtworkFigure artwork={record} sizes="(min-width: 62em) 40rem, 92vw" />
        <Stack gap="6">
          <Facts>
            <div>
              <dt>State</dt>
              <dd>{formatState(record)}</dd>
            </div>
            <div>
              <dt>Artist</dt>
              <dd>
                <AccountFacts account={owner} />
              </dd>
            </div>
            <div>
              <dt>Sales</dt>
              <dd>{formatCount(sales)}</dd>
            </div>
            <div>
              <dt>Page</dt>
              <dd>
                <PagePath path={`/artwork/${artworkId}`} isVisible={state === "visible"} />
              </dd>
            </div>
          </Facts>
          <Actions record={record} />
          <Feature record={record} />
        </Stack>
      </Box>
      <Takedowns record={record} />
      <Cases record={record} />
      <Versions record={record} />
      <Copies record={record} />
    </Stack>
  );
}

/** Everything that operators know about an artwork, and what they can do with it. */
export function ArtworkRecordView({ artworkId }: { readonly artworkId: ArtworkId }) {
  const read = useRead(readReviewedArtwork, { params: { artworkId } });
  return (
    <ReadResult read={read} fallback={<SkeletonBlocks count={4} />}>
      {(record) => <Record record={record} />}
    </ReadResult>
  );
}
