/** Whole seconds since 1970, as DynamoDB's time to live counts. */
export const epochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
