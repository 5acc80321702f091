import type { ReactNode } from "react";
import { Lock } from "lucide-react";
import { useSession } from "../session-context.tsx";
import { useTexts } from "../text-context.tsx";

/** In place of where one writes, while what is shown can't be written to. */
export function PastNote() {
  const { t } = useTexts();
  const { mode } = useSession();
  return (
    <p className="past-note">
      <Lock aria-hidden className="inline-icon" />
      {t(mode === "file" ? "past.file" : "past.replay")}
    </p>
  );
}

/** What decides or changes something: as it is while live, and dead with the reason while it shows the past. */
export function OnlyLive({ children }: { readonly children: ReactNode }) {
  const { mode } = useSession();
  if (mode === "live") return children;
  return (
    <fieldset className="only-live" disabled>
      <PastNote />
      {children}
    </fieldset>
  );
}
