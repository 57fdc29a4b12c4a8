/**
 * Condition of styles by which a browser leaves out what is far from what is in sight. Safari does so since 18, but finds words
 * in what it left out since 26, which brought anchors.
 */
export const CAN_SKIP = "@supports (anchor-name: --any)";
