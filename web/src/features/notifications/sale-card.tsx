import { chakra, Heading, IconButton } from "@chakra-ui/react";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router-dom";
import { DISPLAY } from "#shared/display.ts";
import type { Notification } from "#shared/model/community.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { useUser } from "#web/session/use-session.ts";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { summarizeSales } from "./sales.ts";

const subscribeToVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};
const isVisible = () => document.visibilityState === "visible";

/** Closes the card after a while in which the page was visible and the card neither hovered nor focused. */
function useTimer(sales: readonly Notification[], isHeld: boolean, onEnd: () => void) {
  const isSeen = useSyncExternalStore(subscribeToVisibility, isVisible);
  const end = useRef(onEnd);
  end.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new sale starts the time again
  useEffect(() => {
    if (isHeld || !isSeen) return;
    const timer = setTimeout(() => end.current(), DISPLAY.saleCardMs);
    return () => clearTimeout(timer);
  }, [sales, isHeld, isSeen]);
}

const SPARKS = Array.from({ length: 12 }, (_, at) => at * 30);

/** A few sparks around the picture, once. */
const Sparks = () => (
  <chakra.span aria-hidden position="absolute" top="50%" insetStart="50%" _motionReduce={{ display: "none" }}>
    {SPARKS.map((angle) => (
      <chakra.span
        key={angle}
        position="absolute"
        boxSize="1.5"
        margin="-0.1875rem"
        borderRadius="full"
        bg={angle % 60 ? "accent.fg" : "accent.solid"}
        opacity="0"
        animation="spark 900ms 180ms ease-out"
        style={{ rotate: `${angle}deg` }}
      />
    ))}
  </chakra.span>
);

interface SaleCardProps {
  readonly sales: readonly Notification[];
  /** Called on a click on its link. */
  readonly onFollow: () => void;
  /** True if the focus was in the card. */
  readonly onDismiss: (hadFocus: boolean) => void;
}

/** A card about sales that just happened, below the header, where it covers no phone's main button. */
export function SaleCard({ sales, onFollow, onDismiss }: SaleCardProps) {
  const user = useUser();
  const card = useRef<HTMLElement>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useTimer(sales, isHovered || isFocused, () => onDismiss(false));
  const summary = summarizeSales(sales);
  if (!summary) return null;
  const { sale, works, isFirst, isAlone, heading, amount } = summary;
  const close = () => onDismiss(card.current?.contains(document.activeElement) === true);
  return (
    <chakra.section
      ref={card}
      aria-label={heading}
      data-testid="sale-card"
      position="fixed"
      zIndex="toast"
      top="4.75rem"
      insetEnd={{ base: "4", md: "8" }}
      width="min(24rem, calc(100dvw - 2rem))"
      display="grid"
      gridTemplateColumns={sale.picture ? "auto minmax(0, 1fr)" : "minmax(0, 1fr)"}
      gap="4"
      padding="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor={isFirst ? "accent.solid" : "border.emphasized"}
      borderRadius="l3"
      boxShadow="lg"
      animation="rise 280ms ease-out"
      _motionReduce={{ animation: "none" }}
      _print={{ display: "none" }}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      {sale.picture && (
        <chakra.div position="relative" alignSelf="start">
          {isFirst && <Sparks />}
          <Thumbnail picture={{ ...sale.picture, ...(user ? { owner: user } : {}) }} side="5.5rem" />
        </chakra.div>
      )}
      <chakra.div display="grid" gap="1" justifyItems="start" minWidth="0">
        <Heading as="h2" paddingEnd="9" textStyle="lg" lineHeight="short">
          {heading}
        </Heading>
        {isFirst && <chakra.p textStyle="sm">Someone liked your work enough to pay for it.</chakra.p>}
        <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {!isAlone && "Latest: "}
          <bdi>{works}</bdi>
          {sale.licenseType && `, ${LICENSE_LABELS[sale.licenseType].name.toLowerCase()}`}
          {sale.actor.name !== null && (
            <>
              , to <bdi>{getDisplayName(sale.actor)}</bdi>
            </>
          )}
        </chakra.p>
        <chakra.p fontWeight="bold" textStyle="md" color="fg.success" fontVariantNumeric="tabular-nums">
          {amount}
        </chakra.p>
        <SaleLink to={isAlone ? sale.link : "/orders?tab=sales"} onClick={onFollow}>
          {isAlone ? "See the order" : "See your sales"}
        </SaleLink>
      </chakra.div>
      <IconButton
        position="absolute"
        top="1.5"
        insetEnd="1.5"
        variant="ghost"
        colorPalette="neutral"
        size="md"
        p="0"
        aria-label="Close"
        onClick={close}
      >
        <X aria-hidden />
      </IconButton>
    </chakra.section>
  );
}

const SaleLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minHeight: "9",
    textStyle: "sm",
    fontWeight: "semibold",
    color: "accent.fg",
    textDecoration: "underline",
    textUnderlineOffset: "0.2em",
    borderRadius: "l1",
    focusVisibleRing: "outside",
  },
});
