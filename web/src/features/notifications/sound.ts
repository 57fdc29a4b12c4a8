/** Hertz and seconds: two soft notes, the second a fourth above the first. */
const NOTES = [
  { frequency: 784, at: 0 },
  { frequency: 1046.5, at: 0.09 },
] as const;
const LOUDNESS = 0.06;
const LENGTH = 0.45;
/** Other tabs that hear of the same keep still for this long, in milliseconds. */
const QUIET_MS = 1_500;
const LOCK = "notification-sound";

let context: AudioContext | undefined;

async function play() {
  context ??= new AudioContext();
  // Browsers keep a page silent until someone has touched it.
  if (context.state !== "running") await context.resume();
  for (const { frequency, at } of NOTES) {
    const begin = context.currentTime + at;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + LENGTH);
    const note = new OscillatorNode(context, { type: "sine", frequency });
    note.connect(gain).connect(context.destination);
    note.start(begin);
    note.stop(begin + LENGTH);
  }
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET_MS));

/** Says that something is new, in one tab only. A browser that can't or mustn't make a sound stays silent. */
export function ring() {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  const once = async (lock: unknown) => {
    if (lock) await Promise.all([play(), quiet()]);
  };
  navigator.locks.request(LOCK, { ifAvailable: true }, once).catch(() => {});
}
