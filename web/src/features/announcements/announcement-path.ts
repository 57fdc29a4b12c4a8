import type { AnnouncementId } from "#shared/model/ids.ts";

export const announcementPath = (id: AnnouncementId): string => `/announcement/${id}`;
