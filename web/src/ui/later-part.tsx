import { type ReactNode, Suspense, startTransition, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { useIsHydrated } from "./use-is-hydrated.ts";
import { whenIdle } from "./when-idle.ts";

/** What waits with its hydration. */
interface Gate {
  isOpen: boolean;
  /** What React waits for. */
  readonly opened: PromiseLike<void>;
  open(): void;
  /** Calls back in a microtask, once it is open. */
  whenOpen(callback: () => void): void;
}

/**
 * No promise, because the browser notes from where each callback of a promise was asked for while it is watched by
 * DevTools or Lighthouse: for the dozens of parts of a page that takes a task of 10 CPU ms.
 */
function createGate(): Gate {
  const callbacks: (() => void)[] = [];
  const gate: Gate = {
    isOpen: typeof document === "undefined",
    opened: {
      // biome-ignore lint/suspicious/noThenProperty: React waits for whatever has a `then`.
      then: (resolve) => {
        gate.whenOpen(() => void resolve?.());
        return gate.opened as PromiseLike<never>;
      },
    },
    whenOpen(callback) {
      if (gate.isOpen) queueMicrotask(callback);
      else callbacks.push(callback);
    },
    open() {
      gate.isOpen = true;
      // A rendering may open it, in which nothing else may be rendered.
      for (const callback of callbacks.splice(0)) queueMicrotask(callback);
    },
  };
  return gate;
}

/** Those that are on the page, by the element around what waits. */
const waiting = new Map<Element, Gate>();

/** Opens parts one at a time, so that each part's hydration is a task of its own. */
function openingInTurn(schedule: (next: () => void) => void) {
  const queue: Gate[] = [];
  function openNext() {
    queue.shift()?.open();
    if (queue.length) schedule(openNext);
  }
  return (gates: readonly Gate[]) => {
    if (gates.length && queue.push(...gates) === gates.length) schedule(openNext);
  };
}

const openInTurn = openingInTurn((next) => setTimeout(next));

/** Milliseconds between parts that nobody is near, because React finishes what becomes ready shortly after each other as one. */
const BETWEEN_MS = 100;

const openWhenIdle = openingInTurn((next) => setTimeout(() => whenIdle(next), BETWEEN_MS));

const openNear = (entries: readonly IntersectionObserverEntry[]) =>
  openInTurn(entries.flatMap(({ isIntersecting, target }) => (isIntersecting && waiting.get(target)) || []));

/** Little, because a press opens what it is on anyhow. */
const NEAR = "100px 0px";

/** Milliseconds after which the rest is hydrated too, wherever the page is scrolled to. */
const REST_AFTER_MS = 3_000;

/** Opens what a press or the focus is in, before React gets the event: it then hydrates that part at once and handles it. */
function openTouched({ target }: Event) {
  for (const [element, gate] of waiting) if (target instanceof Node && element.contains(target)) gate.open();
}

const TOUCHES = ["pointerdown", "click", "focusin", "keydown"] as const;

let observer: IntersectionObserver | undefined;

/** The parts that began to wait in the present task; they share a timer, of which a page would have dozens. */
let beginning: Set<Gate> | undefined;

/** Each task's parts have a timer of their own, because the script of a screen may come long after that of its frame. */
function openLater(gate: Gate) {
  if (!beginning) {
    const gates = new Set<Gate>();
    beginning = gates;
    queueMicrotask(() => {
      beginning = undefined;
    });
    setTimeout(() => openWhenIdle([...waiting.values()].filter((one) => gates.has(one))), REST_AFTER_MS);
  }
  beginning.add(gate);
}

function wait(element: Element, gate: Gate): () => void {
  if (typeof IntersectionObserver === "undefined") {
    gate.open();
    return () => {};
  }
  if (!waiting.size) for (const touch of TOUCHES) window.addEventListener(touch, openTouched, true);
  observer ??= new IntersectionObserver(openNear, { rootMargin: NEAR });
  observer.observe(element);
  waiting.set(element, gate);
  openLater(gate);

  function leave() {
    observer?.unobserve(element);
    if (waiting.get(element) !== gate) return;
    waiting.delete(element);
    if (!waiting.size) for (const touch of TOUCHES) window.removeEventListener(touch, openTouched, true);
  }
  gate.whenOpen(leave);
  return leave;
}

function Gated({ gate, children }: { readonly gate: Gate; readonly children: ReactNode }) {
  const isHydrated = useIsHydrated();
  if (isHydrated) gate.open();
  // Thrown, because React warns of a `use` that a later attempt leaves out.
  if (!gate.isOpen) throw gate.opened;
  return children;
}

const NARROWABLE = { minWidth: 0 };

interface LaterPartProps {
  /** What the part shows: while that is the same object, rendering its parent anew doesn't hydrate it. */
  readonly of: unknown;
  readonly children: ReactNode;
}

/**
 * A part of a rendered page that is hydrated once it is near the viewport or touched, and otherwise some seconds later,
 * so that the first moments are for what is in sight. In a page that the browser draws it is there at once.
 */
export function LaterPart({ of, children }: LaterPartProps) {
  const { key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const [gate] = useState(createGate);
  const [, renderAnew] = useReducer((times: number) => times + 1, 0);
  const first = useRef({ of, key, children });
  // React would replace what it can't hydrate yet when something changes; hydrated before, it is changed in place.
  if (of !== first.current.of || key !== first.current.key) gate.open();
  const shown = gate.isOpen ? children : first.current.children;

  useEffect(() => (box.current && !gate.isOpen ? wait(box.current, gate) : undefined), [gate]);

  // What the parent rendered meanwhile follows the hydration of what the server did.
  useEffect(() => {
    if (shown === children) return;
    let isLatest = true;
    gate.whenOpen(() => isLatest && startTransition(renderAnew));
    return () => {
      isLatest = false;
    };
  }, [gate, children, shown]);

  // The same element again, because any other one is a change to React.
  const content = useMemo(
    () => (
      <Suspense>
        <Gated gate={gate}>{shown}</Gated>
      </Suspense>
    ),
    [gate, shown],
  );
  return (
    <div ref={box} style={NARROWABLE}>
      {content}
    </div>
  );
}
