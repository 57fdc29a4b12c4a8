/** Sizes and durations of the site, in pixels and milliseconds. */
export const DISPLAY = {
  artworkWidth: 640,
  /** Largest ratio of width to height of a picture's frame in a list. */
  artworkRatio: 4,
  avatarSize: 100,
  /** Ratio of width to height of the avatar cropper. */
  avatarRatio: 1.5,
  notificationsHeight: 400,
  /** How long the card about a sale stays. */
  saleCardMs: 12_000,
  toastMs: 2500,
  largeContainer: 2600,
  smallContainer: 768,
  mobileTable: 959.95,
  radius: 20,
  dateFormat: "dd/MM/yy HH:mm",
  dayFormat: "d MMMM yyyy",
  /** For sentences, tooltips and mails, in which a numeric day and month could be confused. */
  momentFormat: "d MMM yyyy, HH:mm",
  shortDayFormat: "d MMM yyyy",
  monthFormat: "MMMM yyyy",
  theme: "dark",
  /** Columns of a grid, from the widest window to the narrowest. */
  gridColumns: [5, 4, 3, 2, 1],
  /** Height of a loading skeleton, on windows of medium width and above, and on narrower ones. */
  skeleton: { wide: { min: 60, max: 120 }, narrow: { min: 120, max: 280 } },
} as const;
