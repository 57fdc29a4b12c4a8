import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import {
  actualScale,
  FITTED,
  isPannable,
  type Point,
  pan,
  percentOf,
  type Size,
  type Stage,
  type View,
  within,
  ZOOM_CLOSE,
  ZOOM_STEP,
  zoomTo,
} from "./zoom.ts";

/** Pixels that a finger may move in a tap. */
const TAP_SLACK = 10;
/** Pixels that a swipe goes sideways at least. */
const SWIPE_LENGTH = 60;
/** Milliseconds in which the second tap of a double tap comes. */
const DOUBLE_TAP_MS = 320;
/** Pixels that an arrow key moves an enlarged picture. */
const KEY_PAN = 80;

const CENTRE: Point = { x: 0, y: 0 };

const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: KEY_PAN, y: 0 },
  ArrowRight: { x: -KEY_PAN, y: 0 },
  ArrowUp: { x: 0, y: KEY_PAN },
  ArrowDown: { x: 0, y: -KEY_PAN },
};

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

interface Press {
  /** Where it began, and what was there. */
  readonly from: Point;
  readonly target: EventTarget;
  /** Another finger joined, or the picture was moved: it is neither a tap nor a swipe any more. */
  isSpent: boolean;
}

interface ZoomOptions {
  /** Pixels of the picture that is shown. */
  readonly picture: Size;
  readonly onSwipe: (by: 1 | -1) => void;
  /** A tap beside the picture. */
  readonly onTapBeside: () => void;
}

/** Zoom and position of a picture in a frame: by wheel, pinch, double tap, drag and keys. */
export function useZoom({ picture, onSwipe, onTapBeside }: ZoomOptions) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [view, setView] = useState<View>(FITTED);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const { width, height } = picture;
  const stage: Stage = { frame: size, picture: { width, height } };
  const current = useRef(stage);
  current.current = stage;

  useEffect(() => {
    if (!frame) return;
    const measure = () => {
      const next = { width: frame.clientWidth, height: frame.clientHeight };
      setSize(next);
      setView((view) => within(view, { ...current.current, frame: next }));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [frame]);

  const placeOf = useCallback(
    ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
      const box = frame?.getBoundingClientRect();
      return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : CENTRE;
    },
    [frame],
  );

  // React's own listeners can't keep the browser from zooming the page.
  useEffect(() => {
    if (!frame) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002));
      setView((view) => zoomTo(view, view.scale * factor, placeOf(event), current.current));
    };
    frame.addEventListener("wheel", onWheel, { passive: false });
    return () => frame.removeEventListener("wheel", onWheel);
  }, [frame, placeOf]);

  const scaleTo = (scale: number, at = CENTRE) => setView((view) => zoomTo(view, scale, at, current.current));
  const scaleBy = (factor: number) => setView((view) => zoomTo(view, view.scale * factor, CENTRE, current.current));
  const showWhole = useCallback(() => setView(FITTED), []);
  const showActual = () => scaleTo(actualScale(stage));

  const fingers = useRef(new Map<number, Point>());
  const press = useRef<Press | null>(null);
  const lastTap = useRef<{ readonly at: Point; readonly time: number } | null>(null);
  const [isHeld, setHeld] = useState(false);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const place = placeOf(event);
    fingers.current.set(event.pointerId, place);
    setHeld(true);
    if (fingers.current.size === 1) press.current = { from: place, target: event.target, isSpent: false };
    else if (press.current) press.current.isSpent = true;
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const place = placeOf(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, place);
    if (other) {
      const factor = distance(place, other) / Math.max(1, distance(before, other));
      const moved = { x: (place.x - before.x) / 2, y: (place.y - before.y) / 2 };
      setView((view) =>
        pan(zoomTo(view, view.scale * factor, middle(before, other), current.current), moved, current.current),
      );
    } else if (isPannable(view, stage)) {
      if (press.current && distance(press.current.from, place) > TAP_SLACK) press.current.isSpent = true;
      setView((view) => pan(view, { x: place.x - before.x, y: place.y - before.y }, current.current));
    }
  }

  function tap(place: Point, target: EventTarget, time: number) {
    const last = lastTap.current;
    const isSecond = last && time - last.time < DOUBLE_TAP_MS && distance(last.at, place) < 4 * TAP_SLACK;
    lastTap.current = isSecond ? null : { at: place, time };
    if (isSecond) setView((view) => (view.scale > 1 ? FITTED : zoomTo(view, ZOOM_CLOSE, place, current.current)));
    else if (target === frame) onTapBeside();
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    const begun = press.current;
    fingers.current.delete(event.pointerId);
    if (fingers.current.size > 0) return;
    setHeld(false);
    press.current = null;
    if (!begun || begun.isSpent || event.type === "pointercancel") return;
    const place = placeOf(event);
    const way = { x: place.x - begun.from.x, y: place.y - begun.from.y };
    if (distance(place, begun.from) <= TAP_SLACK) tap(place, begun.target, event.timeStamp);
    else if (Math.abs(way.x) > Math.max(SWIPE_LENGTH, 2 * Math.abs(way.y))) onSwipe(way.x < 0 ? 1 : -1);
  }

  /** Returns true if it handled the key. */
  function onKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const arrow = ARROWS[key];
    if (key === "+" || key === "=") scaleBy(ZOOM_STEP);
    else if (key === "-") scaleBy(1 / ZOOM_STEP);
    else if (key === "0") showWhole();
    else if (key === "1") showActual();
    else if (arrow && isPannable(view, stage)) setView((view) => pan(view, arrow, current.current));
    else return false;
    return true;
  }

  return {
    view,
    percent: percentOf(view, stage),
    isFitted: view.scale === 1,
    /** A finger or the mouse holds the picture, which then follows without a transition. */
    isHeld,
    zoomIn: () => scaleBy(ZOOM_STEP),
    zoomOut: () => scaleBy(1 / ZOOM_STEP),
    showWhole,
    showActual,
    onKey,
    frameProps: {
      ref: setFrame,
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: onPointerUp,
    },
  };
}
