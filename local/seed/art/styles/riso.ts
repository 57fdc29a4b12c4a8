import { power, rgb } from "#local/seed/art/colour.ts";
import type { Random } from "#local/seed/art/random.ts";
import { shade } from "#local/seed/art/raster.ts";
import type { StyleInput } from "#local/seed/art/style.ts";

/** How much ink (0–1) a plate lays down at a point; units are the picture's short side from its middle. */
type Plate = (u: number, v: number) => number;

const WAVE = Float32Array.from({ length: 1024 }, (_, step) => Math.cos((step / 1024) * 2 * Math.PI));
/** The cosine of so many whole turns, from a table. */
const swing = (turns: number) => WAVE[Math.floor(turns * 1024) & 1023] ?? 0;

/**
 * Two or three inks printed one over another in dots, slightly out of register.
 * Palette: paper, then one colour per plate. Moods: "fruit" (shaded balls), "tide" (overlapping waves), "bloom" (petals).
 */
export function riso({ width, height, random, palette, mood }: StyleInput) {
  const [paper, ...inks] = palette;
  const unit = Math.min(width, height);
  const plates = inks.map((_, index) => plateOf(mood, index, width / unit, height / unit, random));
  const turns = [0.26, 1.31, 0.78, 0].map((angle) => [Math.cos(angle), Math.sin(angle)] as const);
  const pitch = unit / random.pick([118, 132, 146]);
  const shifts = inks.map(() => [random.normal() * unit * 0.0022, random.normal() * unit * 0.0022] as const);
  const ground = rgb(paper);
  const shades = inks.map((ink) => rgb(ink).map((value) => value / 255));
  return shade(width, height, (x, y, out) => {
    out.set(ground);
    for (let index = 0; index < plates.length; index++) {
      const plate = plates[index];
      const offset = shifts[index];
      const ink = shades[index];
      const turn = turns[index];
      if (!plate || !offset || !ink || !turn) continue;
      const px = x + offset[0];
      const py = y + offset[1];
      const amount = plate((px - width / 2) / unit, (py - height / 2) / unit);
      if (amount <= 0.015) continue;
      const u = (px * turn[0] + py * turn[1]) / pitch;
      const v = (-px * turn[1] + py * turn[0]) / pitch;
      const screen = 0.5 + 0.25 * (swing(u) + swing(v));
      const cover = Math.min(1, Math.max(0, (amount - 1 + screen) * pitch * 0.42 + 0.5)) * 0.93;
      for (let channel = 0; channel < 3; channel++)
        out[channel] = (out[channel] ?? 0) * (1 - cover + cover * (ink[channel] ?? 0));
    }
  });
}

function plateOf(mood: string, index: number, wide: number, high: number, random: Random): Plate {
  if (mood === "tide") return tide(index, high, random);
  if (mood === "bloom") return bloom(index, random);
  const balls = Array.from({ length: index === 0 ? 3 : 4 }, () => ({
    u: random.between(-0.36, 0.36) * wide,
    v: random.between(-0.36, 0.36) * high,
    radius: random.between(0.13, 0.27),
  }));
  return (u, v) => {
    let amount = 0;
    for (const ball of balls) {
      const du = (u - ball.u) / ball.radius;
      const dv = (v - ball.v) / ball.radius;
      const away = du * du + dv * dv;
      if (away > 1) continue;
      const lit = Math.sqrt((du + 0.35) ** 2 + (dv + 0.4) ** 2);
      amount = Math.max(amount, Math.min(1, 0.12 + 0.62 * lit * Math.sqrt(lit)));
    }
    return amount;
  };
}

function tide(index: number, high: number, random: Random): Plate {
  const waves = Array.from({ length: 3 }, (_, rank) => ({
    level: (-0.32 + rank * 0.3 + index * 0.11) * high,
    swing: random.between(0.04, 0.1),
    length: random.between(3, 6.5),
    phase: random.between(0, 6.3),
  }));
  return (u, v) => {
    for (let rank = waves.length - 1; rank >= 0; rank--) {
      const wave = waves[rank];
      if (!wave) continue;
      const under = v - wave.level - Math.sin(u * wave.length + wave.phase) * wave.swing;
      if (under > 0) return Math.max(0.02, Math.min(1, 0.98 - (under / (0.26 * high)) * 1.05));
    }
    return 0;
  };
}

function bloom(index: number, random: Random): Plate {
  const petals = random.pick([5, 6, 8]);
  const [turn, reach] = [random.between(0, 6.3), [0.46, 0.36, 0.2][index] ?? 0.3];
  const edges = Float32Array.from({ length: 1024 }, (_, step) => {
    const angle = (step / 1024) * 2 * Math.PI;
    return 0.62 + 0.38 * Math.abs(Math.cos(((angle + turn) * petals) / 2)) ** 0.7;
  });
  const swell = power(1.7);
  return (u, v) => {
    const away = Math.sqrt(u * u + v * v) / reach;
    if (away > 1) return 0;
    const edge = edges[Math.floor((Math.atan2(v, u) / (2 * Math.PI)) * 1024) & 1023] ?? 0;
    if (away > edge) return 0;
    return index === 2 ? 0.85 : Math.min(1, 0.1 + 0.9 * swell(away / edge));
  };
}
