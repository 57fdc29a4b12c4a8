import { drawSvg } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/**
 * Elementary shapes on a grid, or a few great ones on a poster.
 * Palette: paper, black, then inks. Moods: "grid", "poster", "stack" (rows of one figure each).
 */
export function bauhaus(input: StyleInput) {
  if (input.mood === "poster") return poster(input);
  return input.mood === "stack" ? stack(input) : grid(input);
}

function grid({ width, height, random, palette }: StyleInput) {
  const [paper, black, ...inks] = palette;
  const margin = Math.min(width, height) * 0.07;
  const across = random.pick([4, 5, 6]);
  const [innerWidth, innerHeight] = [width - margin * 2, height - margin * 2];
  const target = Math.min(innerWidth, innerHeight) / across;
  const columns = Math.round(innerWidth / target);
  const rows = Math.round(innerHeight / target);
  const size = Math.min(innerWidth / columns, innerHeight / rows);
  const [left, top] = [(width - size * columns) / 2, (height - size * rows) / 2];
  const all = [black, ...inks];
  const tiles: string[] = [];
  let last = "";
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const back = random.chance(0.3) ? paper : random.pick(all.filter((ink) => ink !== last));
      const front = random.pick([paper, ...all].filter((ink) => ink !== back));
      last = back;
      const turn = random.whole(0, 3) * 90;
      tiles.push(
        `<g transform="translate(${left + (column + 0.5) * size} ${top + (row + 0.5) * size}) rotate(${turn}) scale(${size / 100.0})"><rect x="-50.2" y="-50.2" width="100.4" height="100.4" fill="${back}"/>${tile(front, back, random.pick([paper, ...all]), random)}</g>`,
      );
    }
  return drawSvg(width, height, paper, tiles.join(""));
}

/** One tile's figure in a square from -50 to 50. */
function tile(front: string, back: string, third: string, random: StyleInput["random"]): string {
  const quarter = (radius: number, fill: string) =>
    `<path d="M-50 -50H${radius - 50}A${radius} ${radius} 0 0 1 -50 ${radius - 50}Z" fill="${fill}"/>`;
  switch (random.whole(0, 8)) {
    case 0:
      return quarter(100, front);
    case 1:
      return quarter(100, front) + quarter(66, back) + quarter(33, third);
    case 2:
      return `<circle r="34" fill="${front}"/>`;
    case 3:
      return `<path d="M-50 -50H50A50 50 0 0 1 -50 -50Z" fill="${front}"/><path d="M-50 0H50A50 50 0 0 1 -50 0Z" fill="${third}"/>`;
    case 4:
      return [-50, -30, -10, 10, 30]
        .map((x) => `<rect x="${x}" y="-50" width="10" height="100" fill="${front}"/>`)
        .join("");
    case 5:
      return `<path d="M-50 -50L50 50H-50Z" fill="${front}"/>`;
    case 6:
      return `<path d="M-50 0A50 50 0 0 1 0 -50A50 50 0 0 0 50 0A50 50 0 0 1 0 50A50 50 0 0 0 -50 0Z" fill="${front}"/>`;
    case 7:
      return `<circle r="50" fill="${front}"/><circle r="30" fill="${back}"/><circle r="12" fill="${third}"/>`;
    default:
      return `<path d="M-50 -50A50 50 0 0 0 50 -50Z" fill="${front}"/><path d="M-50 50A50 50 0 0 1 50 50Z" fill="${front}"/>`;
  }
}

function poster({ width, height, random, palette }: StyleInput) {
  const [paper, black, ...inks] = palette;
  const unit = Math.min(width, height);
  const [first = black, second = black, third = black] = random.shuffle(inks);
  const [x, y] = [width * random.between(0.38, 0.62), height * random.between(0.36, 0.5)];
  const tilt = random.pick([-45, -30, 30, 45]);
  const great = unit * random.between(0.3, 0.36);
  const bars = Array.from({ length: 7 }, (_, index) => {
    const thick = unit * 0.008 * (7 - index);
    return `<rect x="${-unit}" y="${index * unit * 0.062}" width="${unit * 2}" height="${thick}" fill="${black}"/>`;
  }).join("");
  const side = random.chance(0.5) ? 1 : -1;
  const parts = [
    `<circle cx="${x}" cy="${y}" r="${great}" fill="${first}"/>`,
    `<g transform="translate(${x} ${y}) rotate(${tilt})"><path d="M${-great} 0A${great} ${great} 0 0 0 ${great} 0Z" fill="${black}"/><rect x="${-great * 1.7}" y="${-unit * 0.012}" width="${great * 3.4}" height="${unit * 0.024}" fill="${second}"/></g>`,
    `<g transform="translate(${x} ${y + great * 0.9}) rotate(${tilt})" opacity="0.96"><rect x="${side * great * 0.2}" y="0" width="${great * 0.52}" height="${great * 1.25}" fill="${third}"/></g>`,
    `<circle cx="${x + side * great * 0.92}" cy="${y + great * 1.12}" r="${great * 0.36}" fill="${second}"/>`,
    `<circle cx="${x - side * great * 1.02}" cy="${y - great * 0.8}" r="${great * 0.15}" fill="${black}"/>`,
    `<g transform="translate(${x - side * great * 0.7} ${y + great * 1.02}) rotate(${tilt}) scale(0.3)">${bars}</g>`,
    `<path d="M${x + side * great * 0.3} ${y - great * 0.28}l${great * 0.4} 0l${-great * 0.2} ${-great * 0.38}Z" fill="${paper}"/>`,
    `<rect x="${unit * 0.06}" y="${height - unit * 0.09}" width="${width - unit * 0.12}" height="${unit * 0.008}" fill="${black}"/>`,
    ...[0, 1, 2].map(
      (index) =>
        `<rect x="${unit * (0.06 + index * 0.045)}" y="${height - unit * 0.135}" width="${unit * 0.03}" height="${unit * 0.03}" fill="${[first, second, third][index]}"/>`,
    ),
  ];
  return drawSvg(width, height, paper, parts.join(""));
}

function stack({ width, height, random, palette }: StyleInput) {
  const [paper, black, ...inks] = palette;
  const rows = 5;
  const size = (height * 0.86) / rows;
  const wide = width * 0.74;
  const [left, top] = [(width - wide) / 2, height * 0.07];
  const kinds = random.shuffle(["disc", "halves", "stripes", "triangles", "arch"]);
  const parts = kinds.map((kind, row) => {
    const y = top + row * size;
    const middle = y + size / 2;
    const [first = black, second = black] = random.shuffle([black, ...inks]);
    const back = `<rect x="${left}" y="${y}" width="${wide}" height="${size + 0.6}" fill="${first}"/>`;
    const half = size / 2;
    switch (kind) {
      case "disc":
        return `${back}<circle cx="${left + wide * random.pick([0.3, 0.5, 0.7])}" cy="${middle}" r="${half * 0.84}" fill="${second}"/>`;
      case "halves":
        return `${back}<path d="M${left} ${y}A${wide / 4} ${size} 0 0 0 ${left + wide / 2} ${y}ZM${left + wide / 2} ${y + size}A${wide / 4} ${size} 0 0 1 ${left + wide} ${y + size}Z" fill="${second}"/>`;
      case "stripes":
        return `<rect x="${left}" y="${y}" width="${wide}" height="${size}" fill="${paper}"/>${[0, 1, 2, 3, 4].map((bar) => `<rect x="${left}" y="${y + (bar * 2 + 0.5) * (size / 10)}" width="${wide}" height="${size / 10}" fill="${first}"/>`).join("")}`;
      case "triangles":
        return `${back}${[0, 1, 2].map((place) => `<path d="M${left + (place * wide) / 3} ${y + size}h${wide / 3}v${-size}Z" fill="${second}"/>`).join("")}`;
      default:
        return `${back}<path d="M${left + wide / 2 - size} ${y + size}a${size} ${size} 0 0 1 ${size * 2} 0Z" fill="${second}"/><path d="M${left + wide / 2 - half} ${y + size}a${half} ${half} 0 0 1 ${size} 0Z" fill="${paper}"/>`;
    }
  });
  return drawSvg(width, height, paper, parts.join(""));
}
