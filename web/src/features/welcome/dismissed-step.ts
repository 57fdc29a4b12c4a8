export const DISMISSED_STEP_STORAGE_KEY = "dismissed-step";

/** The suggestion that was dismissed last in this browser; where nothing can be stored it comes back. */
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
