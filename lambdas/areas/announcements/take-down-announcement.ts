import { UpdateTransaction } from "dynamodb-toolbox/entity/actions/transactUpdate";
import { $remove } from "dynamodb-toolbox/entity/actions/update/symbols";
import { AnnouncementEntity } from "./announcement.entity.ts";

interface Takedown {
  readonly announcementId: string;
  /** As sent to the artist. */
  readonly reason: string;
  readonly rule?: string | undefined;
}

/** Hides an announcement, which may be deleted, from everyone but its artist, and stops what is left of its delivery. */
export const buildAnnouncementTakedown = ({ announcementId, reason, rule }: Takedown, now: Date) =>
  AnnouncementEntity.build(UpdateTransaction)
    .item({ announcementId, takenDownAt: now.toISOString(), reason, rule: rule ?? $remove() })
    .options({
      condition: {
        and: [
          { attr: "artistId", exists: true },
          { attr: "takenDownAt", exists: false },
        ],
      },
    });

/** Shows it again; the stream continues its delivery. */
export const buildAnnouncementRestoration = (announcementId: string) =>
  AnnouncementEntity.build(UpdateTransaction)
    .item({ announcementId, takenDownAt: $remove(), reason: $remove(), rule: $remove() })
    .options({ condition: { attr: "takenDownAt", exists: true } });
