/** The composition root of the page: everything that is real is chosen here. */
import { createRoot } from "react-dom/client";
import { createBrowserStorage } from "./client/browser-storage.ts";
import { createBrowserClock } from "./client/clock.ts";
import { watchKeyboard } from "./client/keyboard-height.ts";
import { createPagePresence } from "./client/page-presence.ts";
import { loadPreferences } from "./page-preferences.ts";
import { createServices } from "./studio-services.ts";
import { App } from "./ui/app.tsx";
import "./styles/index.css";

watchKeyboard(window, (pixels) =>
  document.documentElement.style.setProperty(
    "--keyboard-height",
    `${pixels}px`,
  ),
);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the studio.");
const storage = createBrowserStorage(() => window.localStorage);
loadPreferences(storage).then(
  (preferences) => {
    const services = createServices({
      fetch: (url, init) => window.fetch(url, init),
      storage,
      clock: createBrowserClock(),
      presence: createPagePresence(document, window),
      frame: window,
      preferences,
    });
    createRoot(root).render(<App services={services} />);
  },
  () => {
    // Without any text to say it in: both languages, and one way on.
    root.textContent =
      "Agent Studio 没有加载完整，请重新加载页面。Agent Studio did not load completely; reload the page.";
  },
);
