import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { APP_NAME } from "#shared/brand.ts";
import { WATERMARK_DEGREES, WATERMARK_GAP, WATERMARK_LOOKS, type Watermark } from "#shared/rules/watermarks.ts";

/** Side of a square picture in the drawing's units. */
const SIDE = 1000;

/** Average width of a letter relative to the font size. */
const LETTER_WIDTH = 0.52;

const Frame = chakra("div", {
  base: {
    position: "relative",
    minWidth: 0,
    "& > svg": { position: "absolute", inset: 0, width: "full", height: "full", pointerEvents: "none" },
  },
});

interface WatermarkSampleProps {
  readonly mark: Watermark;
  readonly artist: string;
  /** Width divided by height of the picture. */
  readonly ratio: number;
  readonly children: ReactNode;
}

/** A picture under its future watermark, drawn like in previews but in the site's font. */
export function WatermarkSample({ mark, artist, ratio, children }: WatermarkSampleProps) {
  if (mark === "none") return <Frame>{children}</Frame>;
  const { lettersDown, light, shadow, longest } = WATERMARK_LOOKS[mark];
  const [width, height] = [SIDE * Math.sqrt(ratio), SIDE / Math.sqrt(ratio)];
  const size = SIDE / lettersDown;
  const letters = (SIDE * longest) / (size * LETTER_WIDTH);
  const text = `${artist} · ${APP_NAME}`;
  const line = text.length > letters ? `${text.slice(0, Math.floor(letters) - 1)}…` : text;
  const column = line.length * size * LETTER_WIDTH + WATERMARK_GAP.column * size;
  const row = WATERMARK_GAP.row * size;
  const reach = Math.hypot(width, height) / 2;
  const rows = Math.ceil(reach / row);
  const places = Array.from({ length: 2 * rows + 1 }, (_, at) => at - rows).flatMap((down) => {
    const shift = down % 2 === 0 ? 0 : column / 2;
    const columns = Math.ceil(reach / column) + 1;
    return Array.from({ length: 2 * columns }, (_, at) => ({ x: shift + (at - columns) * column, y: down * row }));
  });
  const lines = (fill: string, opacity: number, by: number) => (
    <g fill={fill} fillOpacity={opacity} transform={`translate(${by} ${by})`}>
      {places.map(({ x, y }) => (
        <text key={`${x} ${y}`} x={x} y={y}>
          {line}
        </text>
      ))}
    </g>
  );
  return (
    <Frame>
      {children}
      <chakra.svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`With a ${mark} watermark`}
        fontFamily="heading"
        fontWeight="bold"
        style={{ fontSize: size }}
      >
        <g transform={`translate(${width / 2} ${height / 2}) rotate(${WATERMARK_DEGREES})`}>
          {lines("#000", shadow, size / 24)}
          {lines("#fff", light, 0)}
        </g>
      </chakra.svg>
    </Frame>
  );
}
