export const DISMISSED_STEP_STORAGE_KEY = "dismissed-step";

/** The last suggestion dismissed in this browser; without storage it reappears. */
export const dismissedStep = {
  read(): string | null {
    try {
      return localStorage.getItem(DISMISSED_STEP_STORAGE_KEY);
    } catch {
      return null;
    }
  },
  write(step: string) {
    try {
      localStorage.setItem(DISMISSED_STEP_STORAGE_KEY, step);
    } catch {}
  },
};
