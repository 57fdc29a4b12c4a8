import type { Session } from "#local/seed/client.ts";
import type { Demo } from "#local/seed/demo.ts";
import { inParallel } from "#local/seed/in-parallel.ts";
import { REMARKS } from "#local/seed/remarks.ts";
import { TASTES } from "#local/seed/tastes.ts";

type Said = { items: { commentContent: string }[] };

/** Lets people favour and comment on each other's artwork; what was said before isn't said again. */
export async function mingle({ sessions, artworkIds }: Demo): Promise<void> {
  await inParallel(Object.entries(TASTES), async ([userUsername, titles]) => {
    const session = sessions.get(userUsername);
    for (const title of titles) {
      const artworkId = artworkIds.get(title);
      if (session && artworkId) await favour(session, artworkId, title);
    }
  });
  await inParallel(Object.entries(REMARKS), async ([title, remarks]) => {
    const artworkId = artworkIds.get(title);
    const [anyone] = sessions.values();
    if (!anyone || !artworkId) return;
    const said = new Set(
      (await commentsOn(anyone, artworkId, title)).items.map(({ commentContent }) => commentContent),
    );
    for (const [userUsername, text] of remarks) {
      const session = sessions.get(userUsername);
      if (session && !said.has(text)) await remark(session, artworkId, title, text);
    }
  });
}

const favour = (session: Session, artworkId: string, title: string) =>
  session.call({ step: `favour “${title}”`, method: "POST", path: `/api/artwork/${artworkId}/favorites` });

const commentsOn = (session: Session, artworkId: string, title: string) =>
  session.call<Said>({
    step: `read the comments on “${title}”`,
    method: "GET",
    path: `/api/artwork/${artworkId}/comments?limit=50`,
  });

const remark = (session: Session, artworkId: string, title: string, commentContent: string) =>
  session.call({
    step: `comment on “${title}”`,
    method: "POST",
    path: `/api/artwork/${artworkId}/comments`,
    body: { commentContent },
  });
