import "./first-paint.css";
import "./fonts.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { SWRConfig } from "swr";
import { createReadCache } from "./api/read-cache.ts";
import { App, createRoutes } from "./app.tsx";
import { type PrerenderedPage, readPrerenderedPage } from "./prerendered-page.ts";
import { remembered } from "./remembered.ts";
import { screens } from "./screens.ts";
import { watchScripts } from "./script-errors.ts";
import { browserTabs } from "./session/tabs.ts";
import type { NotFoundState } from "./ui/not-found-redirect.tsx";
import { HostContext } from "./ui/use-host.ts";

/**
 * A page missing for visitors may exist for a user, so browsers that were signed in render it again; others show the 404 page
 * under its own path, with the requested path.
 */
function pageToHydrate(): PrerenderedPage | undefined {
  const prerendered = readPrerenderedPage();
  if (prerendered?.status !== 404) return prerendered;
  if (browserTabs().wasSignedIn()) return undefined;
  const usr: NotFoundState = { asked: window.location.pathname };
  // The router keeps navigation state in `usr`.
  if (usr.asked !== "/404") window.history.replaceState({ usr }, "", "/404");
  return prerendered;
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html lacks #root");

const reportScriptError = watchScripts();

function showSite(root: HTMLElement) {
  const prerendered = pageToHydrate();
  const cache = createReadCache(prerendered?.reads ?? []);
  const router = createBrowserRouter(createRoutes(screens));
  const site = (
    <StrictMode>
      <SWRConfig value={{ provider: () => cache }}>
        <HostContext value={prerendered?.host ?? ""}>
          <App>
            <RouterProvider router={router} />
          </App>
        </HostContext>
      </SWRConfig>
    </StrictMode>
  );
  const onCaughtError = (error: unknown) => {
    console.error(error);
    reportScriptError("error");
  };
  // Of these the visitor sees nothing; by default React would report them like uncaught ones.
  const onRecoverableError = console.error;
  if (prerendered) startTransition(() => void hydrateRoot(root, site, { onCaughtError, onRecoverableError }));
  else createRoot(root, { onCaughtError, onRecoverableError }).render(site);
}

showSite(root);
remembered.renew();
