/** Where a browser sends a file: the id finds the upload again, the random part keeps the place secret. */
export const buildUploadKey = (mediaId: string, random: string) => `uploads/${mediaId}/${random}`;

/** The upload that an object belongs to. */
export const parseMediaId = (key: string) => key.split("/")[1];
