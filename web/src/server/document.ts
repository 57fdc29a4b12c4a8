import { SENT_PAGE, type SentPage } from "#web/sent-page.ts";
import type { RenderedPage } from "./render-page.tsx";
import { jsonFor } from "./write-head.ts";

/** Where the parts go in the template that the site's build leaves; `lib/page-template.ts` puts these marks. */
const MARKS = { head: "<!--head-->", body: "<!--body-->", sent: "<!--sent-->" } as const;

/** The whole page. The template's own elements stay as they are, so that its one script keeps its hash. */
export function writeDocument({ status, head, body, answers }: RenderedPage, template: string): string {
  const sent: SentPage = { status, answers };
  const data = `<script type="application/json" id="${SENT_PAGE}">${jsonFor(sent)}</script>`;
  return template
    .replace(MARKS.head, () => head)
    .replace(MARKS.body, () => body)
    .replace(MARKS.sent, () => data);
}
