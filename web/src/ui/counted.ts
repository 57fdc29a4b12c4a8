/** "1 favorite", "12 favorites". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;
