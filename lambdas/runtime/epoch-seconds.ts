/** Whole seconds since 1970, as DynamoDB's time to live counts. */
export const epochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** A sort key by epoch seconds. */
export const sortableTime = (seconds: number) => String(seconds).padStart(12, "0");
