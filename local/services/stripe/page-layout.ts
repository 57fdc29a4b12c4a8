import { html, Markup } from "#local/developer-pages/html.ts";

const STYLE = new Markup(`<style>
:root { color-scheme: light dark }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f5f8, #14151a); color: light-dark(#1a1f36, #eceef4) }
main { max-width: 34rem; margin: 0 auto; padding: 32px 20px 64px }
aside { border: 2px dashed #b35b00; border-radius: 12px; padding: 12px 16px; margin-bottom: 28px }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 8px } p { margin: 0 0 16px }
fieldset, article { border: 1px solid light-dark(#c9cede, #3a3e4d); border-radius: 12px; padding: 4px 16px; margin: 0 0 20px }
article { padding: 12px 16px; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center } article > div { flex: 1 1 16rem }
legend { padding: 0 6px; font-weight: 600 }
label { display: flex; gap: 12px; padding: 10px 0; align-items: flex-start } input { width: 20px; height: 20px; margin: 2px 0; flex: none }
small { display: block; opacity: .75; overflow-wrap: anywhere }
button, .back { display: block; width: 100%; box-sizing: border-box; text-align: center; font: inherit; font-weight: 600; padding: 12px; border-radius: 10px }
button { border: 0; background: #533afd; color: #fff; cursor: pointer } .back { color: inherit; margin-top: 8px }
article form { display: flex; gap: 8px } article button { width: auto; padding: 8px 14px }
:focus-visible { outline: 3px solid #ff9d2e; outline-offset: 2px }
</style>`);

/** The layout of pages that Stripe would host, with a notice that this is the stand-in. */
export const pageLayout = (title: string, content: Markup): string =>
  `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Stripe's stand-in on this laptop</title>${STYLE}</head><body><main>
<aside role="note">This is <strong>not Stripe</strong>: it stands in for Stripe on this laptop. Nothing leaves the machine.</aside>
<h1>${title}</h1>${content}</main></body></html>`.text
  }`;
