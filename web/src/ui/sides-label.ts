/** A picture's sides in pixels; no line breaks between them. */
export const sidesLabel = (width: number, height: number): string => `${width}\u00a0×\u00a0${height}`;
