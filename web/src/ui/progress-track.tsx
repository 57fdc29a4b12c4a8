import { chakra } from "@chakra-ui/react";

const Track = chakra("div", {
  base: { width: "full", height: "1.5", borderRadius: "full", background: "bg.emphasized", overflow: "hidden" },
});

const Bar = chakra("div", {
  base: {
    height: "full",
    borderRadius: "full",
    background: "accent.solid",
    transition: "width 200ms",
    "&[data-pulsing=true]": { animation: "pulse" },
    _motionReduce: { transition: "none", animation: "none" },
  },
});

interface ProgressTrackProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly fraction: number;
  /** Pulses while the progress is unknown. */
  readonly isPulsing?: boolean;
}

/** A progress bar. */
export function ProgressTrack({ label, fraction, isPulsing = false }: ProgressTrackProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
    >
      <Bar data-pulsing={isPulsing} style={{ width: `${fraction * 100}%` }} />
    </Track>
  );
}
