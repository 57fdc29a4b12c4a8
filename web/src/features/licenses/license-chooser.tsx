import { Button, chakra, Heading } from "@chakra-ui/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { readArtwork } from "#shared/contract/artwork.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkDetail, LicenseOption } from "#shared/model/artwork.ts";
import type { ArtworkId } from "#shared/model/ids.ts";
import type { Breakdown, License } from "#shared/model/order.ts";
import { findDuplicateLicense } from "#shared/rules/duplicate-licenses.ts";
import {
  FURTHER_USAGE,
  isHeldByCompany,
  type LicenseUsage,
  NO_COMPANY,
  OWN_USAGE,
} from "#shared/rules/license-holder.ts";
import type { LicenseType } from "#shared/rules/license-options.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { prefersCommercial } from "#web/features/artwork/preferred-license.ts";
import { useLinkedCode } from "#web/features/checkout/linked-code.ts";
import { LinkedCodeNotice } from "#web/features/checkout/linked-code-notice.tsx";
import { findReduced, useLinkedDiscount } from "#web/features/checkout/linked-discount.ts";
import { AskPrice } from "#web/features/offers/ask-price.tsx";
import { session } from "#web/session/browser-session.ts";
import { useFeatures } from "#web/session/features.ts";
import { useUser } from "#web/session/use-session.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { MoneyLines, priceLines } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ReducedPrice } from "#web/ui/reduced-price.tsx";
import { HeldLicenses } from "./held-licenses.tsx";
import { LICENSE_LABELS, USAGE_LABELS } from "./license-labels.ts";
import { LicenseLimits } from "./license-limits.tsx";
import { useOwnLicenses } from "./own-licenses.ts";
import { PhoneBar } from "./phone-bar.tsx";

const OpenPayment = lazyPart(() => import("#web/features/checkout/open-payment.tsx"));
const FreeLicenseDialog = lazyPart(() => import("./free-license-dialog.tsx"));

/** True if another licence of this type in the holder's own name would be a duplicate. */
const isHeld = (licenseType: LicenseType, held: readonly License[]) =>
  findDuplicateLicense({ licenseUsage: OWN_USAGE, licenseType, licenseCompany: NO_COMPANY }, held) !== undefined;

const Panel = chakra("div", {
  base: { display: "grid", gap: "4", padding: "5", borderRadius: "l3", borderWidth: "1px", background: "bg.subtle" },
});

const Choice = chakra("label", {
  base: {
    position: "relative",
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "4",
    paddingX: "4",
    paddingY: "3",
    borderRadius: "l2",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    cursor: "button",
    "&:has(input:checked)": { borderColor: "accent.solid", background: "accent.subtle" },
    "&:has(input:focus-visible)": { outline: "2px solid", outlineColor: "accent.focusRing", outlineOffset: "2px" },
  },
});

const Name = chakra("span", { base: { fontFamily: "heading", fontWeight: "bold", textStyle: "lg" } });
const Price = chakra("span", {
  base: {
    marginStart: "auto",
    fontFamily: "heading",
    fontWeight: "bold",
    color: "accent.fg",
    fontVariantNumeric: "tabular-nums",
  },
});

interface ChoicesProps {
  readonly options: readonly LicenseOption[];
  readonly chosen: LicenseType;
  readonly onChoose: (type: LicenseType) => void;
  readonly findNow: FindNow;
}

/** The label of an option's price with the code of a link; undefined where it takes nothing off. */
type FindNow = (option: LicenseOption) => string | undefined;

/** Native radio buttons under cards. */
function Choices({ options, chosen, onChoose, findNow }: ChoicesProps) {
  const fields = useRef<HTMLFieldSetElement>(null);

  // Adopts a choice made before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useEffect(() => {
    const checked = fields.current?.querySelector<HTMLInputElement>("input:checked")?.value;
    const option = options.find(({ licenseType }) => licenseType === checked);
    if (option && option.licenseType !== chosen) onChoose(option.licenseType);
  }, []);

  return (
    <chakra.fieldset ref={fields} display="grid" gap="2.5" minWidth="0">
      <chakra.legend srOnly>License</chakra.legend>
      {options.map(({ licenseType, total, ...option }) => (
        <Choice key={licenseType}>
          <chakra.input
            type="radio"
            name="license"
            value={licenseType}
            checked={licenseType === chosen}
            onChange={() => onChoose(licenseType)}
            position="absolute"
            inset="0"
            opacity="0"
            cursor="inherit"
          />
          <chakra.span fontWeight="semibold">{LICENSE_LABELS[licenseType].name}</chakra.span>{" "}
          <Price>
            <ReducedPrice was={centsLabel(total)} now={findNow({ licenseType, total, ...option })} />
          </Price>
        </Choice>
      ))}
    </chakra.fieldset>
  );
}

interface ActionProps {
  readonly detail: ArtworkDetail;
  readonly option: LicenseOption;
  readonly held: readonly License[];
  /** Initial usage. */
  readonly usage: LicenseUsage;
  /** Discount code of a link, unless it is known not to fit. */
  readonly code: string | null;
  readonly findNow: FindNow;
}

/** URL of the artwork's page with this licence and the discount code, which is otherwise stored only in this tab. */
function chosenPath(artworkId: ArtworkId, { licenseType }: LicenseOption, code: string | null) {
  const chosen = `/artwork/${artworkId}?license=${licenseType}`;
  return code ? `${chosen}&code=${code}` : chosen;
}

/** For holders of a licence another one is secondary. */
const SECONDARY = { variant: "outline", colorPalette: "neutral" } as const;

function GetFreeLicense({ detail, option, held, usage }: ActionProps) {
  const { artworkId } = detail.artwork;
  const [isOpen, setOpen] = useState(false);
  const invalidate = useInvalidate();

  async function open() {
    if (await askToLogIn("get a license", chosenPath(artworkId, option, null))) setOpen(true);
  }

  return (
    <>
      <Button flex="1" onClick={() => void open()} {...(held.length ? SECONDARY : {})}>
        {USAGE_LABELS[usage].getFree}
      </Button>
      {isOpen && (
        <FreeLicenseDialog
          detail={detail}
          option={option}
          held={held}
          usage={usage}
          onChanged={() => void invalidate(readArtwork, { artworkId: artworkId })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** A link to the checkout, which asks a visitor to log in first. */
function BuyLicense({ detail, option, held, usage, code }: ActionProps) {
  const navigate = useNavigate();
  const { artworkId } = detail.artwork;
  const { licenseType } = option;
  const to = `/checkout/${artworkId}?type=${licenseType}${usage === OWN_USAGE ? "" : `&usage=${usage}`}${code ? `&code=${code}` : ""}`;
  const { buy, buyNamed } = USAGE_LABELS[usage];

  async function follow(event: MouseEvent) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (opensElsewhere || session.state().status === "authenticated") return;
    event.preventDefault();
    if (await askToLogIn("buy a license", chosenPath(artworkId, option, code))) void navigate(to);
  }

  return (
    <Button asChild flex="1" {...(held.length ? SECONDARY : {})}>
      <Link
        to={to}
        aria-label={buyNamed(LICENSE_LABELS[licenseType].name.toLowerCase())}
        onClick={(event) => void follow(event)}
      >
        {buy}
      </Link>
    </Button>
  );
}

/** The chosen licence's price and button; paid ones need a stage with payments. */
function Action(props: ActionProps) {
  const { payments, known } = useFeatures();
  const { licenseType, licensePrice, total } = props.option;
  const now = props.findNow(props.option);
  const isFree = licensePrice === 0;
  if (props.detail.purchasesDisabled || (!isFree && known && !payments))
    return <Notice>{MESSAGES.purchasesDisabled}</Notice>;
  const isPinned = props.held.length === 0;
  return (
    <PhoneBar pinned={isPinned} visibility={isFree || known ? "visible" : "hidden"}>
      {isPinned && (
        <chakra.span hideFrom="lg" display="grid" lineHeight="short" textStyle="sm" color="fg.muted">
          {LICENSE_LABELS[licenseType].name}
          <Price textStyle="lg" marginStart="0">
            <ReducedPrice was={centsLabel(total)} now={now} />
          </Price>
        </chakra.span>
      )}
      {isFree ? <GetFreeLicense {...props} /> : <BuyLicense {...props} />}
    </PhoneBar>
  );
}

interface ChooserProps {
  readonly detail: ArtworkDetail;
  readonly options: readonly [LicenseOption, ...LicenseOption[]];
  readonly held: readonly License[];
  readonly usage: LicenseUsage;
  readonly ownTools: ReactNode;
}

function Chooser({ detail, options, held, usage, ownTools }: ChooserProps) {
  const [type, setType] = useState<LicenseType>();
  const [search] = useSearchParams();
  // Businesses mostly need the commercial licence.
  const isCommercial = isHeldByCompany(usage) || prefersCommercial(search);
  const preferred: LicenseType | undefined = type ?? (isCommercial ? "commercial" : undefined);
  const option = options.find(({ licenseType }) => licenseType === preferred) ?? options[0];
  const { licenseType, licensePrice, buyerFee, total } = option;
  const { artworkId } = detail.artwork;
  const linked = useLinkedCode(detail.owner.name, artworkId);
  const discount = useLinkedDiscount(detail.owner.name, ownTools ? null : linked);
  const findAmounts = (one: LicenseOption) => findReduced(discount, { artworkId, licensePrice: one.licensePrice });
  const findNow: FindNow = (one) => {
    const reduced = findAmounts(one);
    return reduced && centsLabel(reduced.orderSpent);
  };
  const fits = options.some((one) => findAmounts(one) !== undefined);
  // On other works a code counts only once it is known to fit.
  const code = linked && (fits || (linked.isNamed && discount === undefined)) ? linked.code : null;
  const amounts: Breakdown = findAmounts(option) ?? { licensePrice, buyerFee, discount: 0, orderSpent: total };
  const { tax } = useFeatures();
  return (
    <Panel>
      {options.length > 1 ? (
        <Choices options={options} chosen={licenseType} onChoose={setType} findNow={findNow} />
      ) : (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4">
          <Name>{LICENSE_LABELS[licenseType].name}</Name>
          <Price textStyle="lg">
            <ReducedPrice was={centsLabel(total)} now={findNow(option)} />
          </Price>
        </chakra.div>
      )}
      <LicenseLimits type={licenseType}>{LICENSE_LABELS[licenseType].text}</LicenseLimits>
      {licensePrice > 0 && (
        <MoneyLines
          lines={[
            ...priceLines(amounts, "Artist's discount"),
            { label: "Service fee", cents: amounts.buyerFee },
            ...(amounts.discount ? [{ label: "Discount", cents: -amounts.discount }] : []),
          ]}
          total={{ label: tax ? "Total before tax" : "Total", cents: amounts.orderSpent }}
        />
      )}
      {linked && (fits || linked.isNamed) && !ownTools && licensePrice > 0 && (
        <LinkedCodeNotice code={linked.code} discount={discount} work={{ artworkId, licensePrice }} />
      )}
      {ownTools ? (
        <PhoneBar pinned>{ownTools}</PhoneBar>
      ) : (
        <Action detail={detail} option={option} held={held} usage={usage} code={code} findNow={findNow} />
      )}
    </Panel>
  );
}

/** True if its artist, who takes payments, may be asked for an offer. */
const isForSale = ({ licenses, purchasesDisabled, artwork, owner }: ArtworkDetail) =>
  licenses.some(({ licensePrice }) => licensePrice > 0) &&
  !purchasesDisabled &&
  artwork.artworkVisibility === "visible" &&
  owner.name !== null;

interface LicenseChooserProps {
  readonly detail: ArtworkDetail;
  /** Replaces the button for the artist, so that nothing shifts once the session is known; null for others. */
  readonly ownTools: ReactNode;
}

/**
 * The user's licences, and a choice of the others with price items and a button. Holders of all offered ones can get one
 * for a business.
 */
export function LicenseChooser({ detail, ownTools }: LicenseChooserProps) {
  const { licenses, artwork, version } = detail;
  const isOwn = ownTools !== null;
  const held = useOwnLicenses(isOwn ? null : artwork.artworkId);
  const { payments } = useFeatures();
  const user = useUser();
  const open = licenses.filter(({ licenseType }) => !isHeld(licenseType, held));
  const [first, ...others] = open.length ? open : licenses;
  return (
    <>
      <HeldLicenses licenses={held} title={version.artworkTitle} inReach />
      {payments && user && !isOwn && licenses.some(({ licensePrice }) => licensePrice > 0) && (
        <OpenPayment artworkId={artwork.artworkId} />
      )}
      {first ? (
        <chakra.section aria-labelledby="licenses">
          <Heading as="h2" size="lg" id="licenses" marginBottom="3">
            {others.length ? "Licenses" : "License"}
          </Heading>
          <Chooser
            detail={detail}
            options={[first, ...others]}
            held={held}
            usage={open.length ? OWN_USAGE : FURTHER_USAGE}
            ownTools={ownTools}
          />
          {isForSale(detail) && <AskPrice detail={detail} isOwn={isOwn} />}
        </chakra.section>
      ) : (
        <>
          <chakra.p color="fg.muted">
            {artwork.soldExclusively
              ? "Sold exclusively, so no more licenses are offered. Those sold before stay in force."
              : "For viewing only. No license is offered."}
          </chakra.p>
          {isOwn && <PhoneBar pinned>{ownTools}</PhoneBar>}
        </>
      )}
    </>
  );
}
