/** Sort key of what a list holds by moments (epoch seconds). */
export const sortableTime = (moment: number) => String(moment).padStart(12, "0");
