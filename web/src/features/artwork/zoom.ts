export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place or a way in pixels of the screen; places are measured from the middle of the frame. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How a picture is shown: 1 fits it into the frame, and its middle is so far from the frame's. */
export interface View extends Point {
  readonly scale: number;
}

/** Sizes of the frame, in screen pixels, and of the picture, in its own. */
export interface Stage {
  readonly frame: Size;
  readonly picture: Size;
}

export const FITTED: View = { scale: 1, x: 0, y: 0 };

/** One press of a button or a key. */
export const ZOOM_STEP = 1.5;

/** A double tap shows this much, unless that is more than there is to see. */
export const ZOOM_CLOSE = 2.5;

/** Screen pixels for each of the picture's when it fits. */
const fittingRatio = ({ frame, picture }: Stage) =>
  Math.min(frame.width / picture.width, frame.height / picture.height) || 1;

/** The scale at which each pixel of the picture is one of the screen. */
export const actualScale = (stage: Stage): number => 1 / fittingRatio(stage);

/** The scale in percent of the picture's actual size. */
export const percentOf = ({ scale }: View, stage: Stage): number => Math.round(scale * fittingRatio(stage) * 100);

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** How far the picture's middle may go from the frame's, so that no edge leaves the frame's edge behind; not at all before that is measured. */
function reach({ scale }: View, stage: Stage): Point {
  const { frame, picture } = stage;
  if (!frame.width) return { x: 0, y: 0 };
  const shown = scale * fittingRatio(stage);
  return {
    x: Math.max(0, (picture.width * shown - frame.width) / 2),
    y: Math.max(0, (picture.height * shown - frame.height) / 2),
  };
}

/** The nearest view that is allowed: from fitting, or the picture's own size if that is smaller, to four times that. */
export function within(view: View, stage: Stage): View {
  const actual = actualScale(stage);
  const scale = clamp(view.scale, Math.min(1, actual), Math.max(4, actual * 2));
  const { x, y } = reach({ ...view, scale }, stage);
  return { scale, x: clamp(view.x, -x, x), y: clamp(view.y, -y, y) };
}

/** Shows the picture at another scale; what is at this place stays there as far as the edges allow. */
export function zoomTo(view: View, scale: number, at: Point, stage: Stage): View {
  const { scale: allowed } = within({ ...view, scale }, stage);
  const ratio = allowed / view.scale;
  return within({ scale: allowed, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, stage);
}

export const pan = (view: View, by: Point, stage: Stage): View =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, stage);

/** True if the picture overflows the frame. */
export function isPannable(view: View, stage: Stage): boolean {
  const { x, y } = reach(view, stage);
  return x > 0.5 || y > 0.5;
}
