import "./first-paint.css";
import "./fonts.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { cacheOf } from "./api/answers.ts";
import { App } from "./app.tsx";
import { screens } from "./screens.ts";
import { readSentPage, type SentPage } from "./sent-page.ts";
import { browserTabs } from "./session/tabs.ts";

/**
 * Who was signed in here may see what a visitor may not, so a page that isn't there for a visitor is asked for anew;
 * for anyone else it is the 404 page, which has an address of its own.
 */
function pageToGoOnWith(): SentPage | undefined {
  const sent = readSentPage();
  if (sent?.status !== 404) return sent;
  if (browserTabs().remembered()) return undefined;
  window.history.replaceState(null, "", "/404");
  return sent;
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html lacks #root");

const sent = pageToGoOnWith();
const cache = cacheOf(sent?.answers ?? []);
const site = (
  <StrictMode>
    <SWRConfig value={{ provider: () => cache }}>
      <BrowserRouter>
        <App screens={screens} />
      </BrowserRouter>
    </SWRConfig>
  </StrictMode>
);

if (sent) startTransition(() => void hydrateRoot(root, site));
else createRoot(root).render(site);
