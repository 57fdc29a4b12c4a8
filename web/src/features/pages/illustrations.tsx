import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

/** A drawing in the site's colours, as wide as the text; `data-fill` and `data-line` name them. */
const Drawing = chakra("svg", {
  base: {
    display: "block",
    width: "full",
    height: "auto",
    marginTop: { base: "6", md: "8" },
    borderRadius: "l3",
    bg: "bg.subtle",
    "& [data-fill=accent]": { fill: "accent.solid" },
    "& [data-fill=earth]": { fill: "accent.border" },
    "& [data-fill=sand]": { fill: "accent.muted" },
    // Paper is light in both themes.
    "& [data-fill=paper]": { fill: "neutral.100" },
    "& [data-fill=stone]": { fill: "bg.emphasized" },
    "& [data-fill=wall]": { fill: "bg.muted" },
    "& [data-line]": { fill: "none", strokeWidth: "3px", strokeLinecap: "round", strokeLinejoin: "round" },
    "& [data-line=accent]": { stroke: "accent.solid" },
    "& [data-line=earth]": { stroke: "accent.border" },
    "& [data-line=stone]": { stroke: "border.emphasized" },
    "& [data-line=paper]": { stroke: "neutral.100" },
  },
});

const Scene = ({ children }: { readonly children: ReactNode }) => (
  <Drawing viewBox="0 0 720 240" fill="none" aria-hidden focusable="false">
    {children}
  </Drawing>
);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A framed picture; `children` are drawn on 100 × 100 units and clipped by the frame. */
function Frame({ x, y, width, height, children }: Box & { readonly children: ReactNode }) {
  return (
    <>
      <rect x={x} y={y} width={width} height={height} rx="4" data-fill="accent" />
      <rect x={x + 6} y={y + 6} width={width - 12} height={height - 12} data-fill="paper" />
      <svg
        x={x + 13}
        y={y + 13}
        width={width - 26}
        height={height - 26}
        viewBox="0 0 100 100"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden
      >
        {children}
      </svg>
    </>
  );
}

const HILLS = (
  <>
    <path d="M-60-60h220v220h-220Z" data-fill="sand" />
    <circle cx="70" cy="37" r="12" data-fill="accent" />
    <path d="M-60 82-20 58 24 40l22 24 26-22 34 26 54 6v86H-60Z" data-fill="earth" />
    <path d="M-60 96Q-10 66 40 84t120-4v80H-60Z" data-fill="stone" />
  </>
);

const ARCS = (
  <>
    <path d="M-60-60h220v220h-220Z" data-fill="wall" />
    <path d="M10 90a40 40 0 0 1 80 0Z" data-fill="earth" />
    <path d="M24 90a26 26 0 0 1 52 0Z" data-fill="accent" />
    <path d="M38 90a12 12 0 0 1 24 0Z" data-fill="paper" />
    <circle cx="50" cy="24" r="12" data-fill="stone" />
  </>
);

const LEAF = (
  <>
    <path d="M-60-60h220v220h-220Z" data-fill="sand" />
    <path d="M50 112V22" data-line="earth" />
    <path
      d="M50 84q-30-4-34-32 30 2 34 32ZM50 66q30-4 34-32-30 2-34 32ZM50 38q-20-6-20-28 20 6 20 28Z"
      data-fill="earth"
    />
  </>
);

const WAVES = (
  <>
    <path d="M-60-60h220v220h-220Z" data-fill="stone" />
    <circle cx="30" cy="41" r="13" data-fill="paper" />
    <path d="M-60 60q20-14 40 0t40 0 40 0 40 0 40 0v100H-60Z" data-fill="accent" />
    <path d="M-60 78q20-14 40 0t40 0 40 0 40 0 40 0v82H-60Z" data-fill="earth" />
  </>
);

const BLOCKS = (
  <>
    <path d="M-60-60h220v220h-220Z" data-fill="paper" />
    <path d="M0 0h56v40H0Z" data-fill="stone" />
    <path d="M62 0h90v64H62Z" data-fill="accent" />
    <path d="M-40 46h96v100h-96Z" data-fill="earth" />
    <path d="M62 70h90v80H62Z" data-fill="wall" />
  </>
);

const Floor = () => <path d="M0 214h720v26H0Z" data-fill="wall" />;

/** Drawn seal of a certificate. */
const Seal = ({ x, y }: Pick<Box, "x" | "y">) => (
  <g transform={`translate(${x} ${y})`}>
    <path d="m-9 12-6 26 15-8 15 8-6-26Z" data-fill="earth" />
    <circle r="19" data-fill="accent" />
    <path d="m-8 0 6 6 11-12" data-line="paper" />
  </g>
);

/** A sheet with lines of text. */
const Sheet = ({ x, y, width, height }: Box) => (
  <g transform={`translate(${x} ${y})`}>
    <rect width={width} height={height} rx="8" data-fill="paper" />
    <path d={`M20 30h${width * 0.5}M20 54h${width - 40}M20 72h${width - 40}M20 90h${width * 0.6}`} data-line="stone" />
  </g>
);

/** Easel, licence and wall. */
export const HowItWorksPicture = () => (
  <Scene>
    <Floor />
    <path d="M104 60 68 214M152 60l36 154M128 168v46" data-line="earth" />
    <Frame x={66} y={40} width={124} height={112}>
      {HILLS}
    </Frame>
    <path d="M58 156h140" data-line="earth" />
    <path d="M218 118h62M440 118h62" data-line="stone" strokeDasharray="2 12" />
    <Sheet x={300} y={46} width={120} height={142} />
    <Seal x={390} y={158} />
    <Frame x={532} y={36} width={132} height={100}>
      {HILLS}
    </Frame>
    <path d="M540 214v-30q0-12 12-12h92q12 0 12 12v30Z" data-fill="stone" />
    <path d="M524 214v-20q0-10 10-10t10 10v8h108v-8q0-10 10-10t10 10v20Z" data-fill="earth" />
  </Scene>
);

/** Three piles of coins, from the bottom up. */
const COINS = [
  { x: 500, coins: 4 },
  { x: 560, coins: 7 },
  { x: 620, coins: 2 },
].flatMap(({ x, coins }) => Array.from({ length: coins }, (_, level) => ({ x, y: 204 - level * 17 })));

/** A work with its price, and coins. */
export const SellingPicture = () => (
  <Scene>
    <Floor />
    <Frame x={96} y={34} width={232} height={150}>
      {WAVES}
    </Frame>
    <path d="M292 152q26 14 42 8" data-line="stone" />
    <g transform="rotate(14 372 160)">
      <path d="m328 160 22-24h72q8 0 8 8v32q0 8-8 8h-72Z" data-fill="sand" />
      <circle cx="350" cy="160" r="6" data-fill="paper" />
      <path d="M372 152h38M372 168h24" data-line="earth" />
    </g>
    {COINS.map(({ x, y }) => (
      <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
        <path d="M-25 0v12a25 9 0 0 0 50 0V0Z" data-fill="earth" />
        <ellipse rx="25" ry="9" data-fill="accent" />
      </g>
    ))}
  </Scene>
);

/** A room with a picture above the sofa. */
export const BuyingPicture = () => (
  <Scene>
    <Floor />
    <Frame x={268} y={22} width={184} height={118}>
      {HILLS}
    </Frame>
    <path d="M236 214v-46q0-14 14-14h220q14 0 14 14v46Z" data-fill="stone" />
    <path d="M214 222v-34q0-14 14-14t14 14v12h236v-12q0-14 14-14t14 14v34Z" data-fill="earth" />
    <path d="M226 222v12M494 222v12" data-line="earth" />
    <rect x="262" y="164" width="52" height="34" rx="8" data-fill="sand" transform="rotate(-8 288 181)" />
    <path d="M590 222V84M564 224h52" data-line="earth" />
    <path d="m568 84 10-40h24l10 40Z" data-fill="accent" />
    <path d="M108 222h48l-6-44h-36Z" data-fill="sand" />
    <path d="M132 178q-4-40-34-52M132 178q0-46 2-66M132 178q4-36 36-46" data-line="earth" />
    <path
      d="M98 126q-16 0-20-16 18-2 20 16ZM134 112q-10-12 0-26 10 14 0 26ZM168 132q2-18 20-18-2 18-20 18Z"
      data-fill="earth"
    />
  </Scene>
);

/** A wall of pictures, each in its own shape. */
export const AboutPicture = () => (
  <Scene>
    <Frame x={40} y={52} width={112} height={146}>
      {LEAF}
    </Frame>
    <Frame x={174} y={28} width={152} height={92}>
      {WAVES}
    </Frame>
    <Frame x={206} y={138} width={88} height={78}>
      {ARCS}
    </Frame>
    <Frame x={348} y={46} width={142} height={142}>
      {HILLS}
    </Frame>
    <Frame x={512} y={28} width={78} height={92}>
      {ARCS}
    </Frame>
    <Frame x={512} y={138} width={168} height={76}>
      {BLOCKS}
    </Frame>
    <Frame x={610} y={40} width={70} height={80}>
      {LEAF}
    </Frame>
  </Scene>
);

/** One licence for the home and one for the shop. */
export const LicensesPicture = () => (
  <Scene>
    <Floor />
    <path d="M84 214v-84l62-52 62 52v84Z" data-fill="stone" />
    <path d="m66 138 80-68 80 68" data-line="earth" />
    <rect x="120" y="128" width="52" height="46" rx="3" data-fill="accent" />
    <rect x="127" y="135" width="38" height="32" data-fill="paper" />
    <path d="m127 167 14-16 10 9 8-8 6 7v8Z" data-fill="earth" />
    <Sheet x={246} y={52} width={104} height={132} />
    <Seal x={324} y={158} />
    <Sheet x={370} y={52} width={104} height={132} />
    <Seal x={448} y={158} />
    <path d="M512 214v-92h140v92Z" data-fill="stone" />
    <path
      d="M502 124V84h160v40q0 12-13 12t-14-12q0 12-13 12t-13-12q0 12-14 12t-13-12q0 12-13 12t-14-12q0 12-13 12t-13-12q0 12-14 12-13 0-13-12Z"
      data-fill="accent"
    />
    <rect x="526" y="150" width="66" height="46" rx="3" data-fill="paper" />
    <path d="m526 196 20-24 14 12 12-14 20 26Z" data-fill="earth" />
    <path d="M608 214v-58h30v58Z" data-fill="earth" />
  </Scene>
);
