/** Key of a browser's upload: the id identifies the upload, the random part makes it unguessable. */
export const buildUploadKey = (mediaId: string, random: string) => `uploads/${mediaId}/${random}`;

/** The upload that an object belongs to. */
export const parseMediaId = (key: string) => key.split("/")[1];
