/** Hertz and seconds: two soft notes, the second a fourth above the first. */
const NOTES = [
  { frequency: 784, at: 0 },
  { frequency: 1046.5, at: 0.09 },
] as const;
const LOUDNESS = 0.06;
const LENGTH = 0.45;
/** Milliseconds for which other tabs stay silent about the same notification. */
const SILENCE_MS = 1_500;
const LOCK = "notification-sound";

let context: AudioContext | undefined;

async function play() {
  context ??= new AudioContext();
  // Browsers allow audio only after a user gesture.
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

const quiet = () => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

/** Plays the notification sound in one tab only; silent where the browser lacks or forbids audio. */
export function ring() {
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  const once = async (lock: unknown) => {
    if (lock) await Promise.all([play(), quiet()]);
  };
  navigator.locks.request(LOCK, { ifAvailable: true }, once).catch(() => {});
}
