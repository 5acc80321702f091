/** The gallery of states: every state of the page, drawn by the page itself, for designers, teachers and tests. */
import { createRoot } from "react-dom/client";
import { createBrowserStorage } from "../client/browser-storage.ts";
import { loadPreferences } from "../page-preferences.ts";
import { Gallery } from "./gallery.tsx";
import { watchParts } from "./parts-on-the-way.ts";
import "../styles/index.css";
import "./states.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no place for the states.");
const parts = watchParts(document.head);
const storage = createBrowserStorage(() => window.localStorage);
void loadPreferences(storage).then((preferences) =>
  createRoot(root).render(<Gallery preferences={preferences} parts={parts} />),
);
