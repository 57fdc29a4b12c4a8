import { PREVIEW_WIDTHS } from "#shared/picture-widths.ts";
import { formatNameWithHandle } from "#shared/rules/person-name.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { createUnsubscribeLinks } from "../users/unsubscribe-links.ts";
import type { AnnouncementItem } from "./find-announcements.ts";
import { showAnnouncements } from "./show-announcements.ts";

interface Services extends Pick<BaseServices, "now" | "features" | "siteOrigin"> {
  readonly table: OpenTable;
}

/** The mail about an announcement to a follower, with its first picture that isn't mature. */
export async function composeAnnouncementMail(services: Services, item: AnnouncementItem, reader: User) {
  const { siteOrigin } = services;
  const [announcement] = await showAnnouncements(services, [item], reader.userId);
  if (!announcement) throw new Error("The announcement can't be read");
  const { announcementTitle, announcementText, artist, artworks, discount } = announcement;
  const pictured = artworks.find(({ mature }) => !mature);
  const preview = pictured?.previews.findLast(({ width }) => width <= PREVIEW_WIDTHS[1]);
  return emailTemplates.announcement(
    `${siteOrigin}/announcement/${item.announcementId}`,
    {
      from: formatNameWithHandle(artist),
      title: announcementTitle,
      text: announcementText,
      ...(pictured && preview
        ? {
            picture: {
              src: `${siteOrigin}${preview.jpeg}`,
              width: preview.width,
              height: preview.height,
              alt: getPictureAlt(pictured),
            },
          }
        : {}),
      works: artworks.map(({ artworkTitle }) => artworkTitle),
      code: discount ? { code: discount.discountCode, percent: discount.discountPercent } : undefined,
    },
    await createUnsubscribeLinks(services, reader, "announcementMail"),
  );
}
