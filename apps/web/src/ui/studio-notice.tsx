import { TriangleAlert, X } from "lucide-react";
import { Countdown } from "./countdown.tsx";
import { IconButton } from "./icon-button.tsx";
import { StateBanner } from "./state-banner.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";
import { useCellPart } from "./use-cell.ts";

/** Why the last command around the sessions did not work. */
export function StudioNotice({ hidden }: { readonly hidden: boolean }) {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const failure = useCellPart(studio.view, (view) => view.failure);
  const linkRefused = useCellPart(studio.view, (view) => view.linkRefused);
  if (hidden || (failure === null && !linkRefused)) return null;
  return (
    <StateBanner
      tone="danger"
      icon={TriangleAlert}
      text={failure === null ? t("link.used") : error(failure.code)}
    >
      {failure?.retryAfterMs !== undefined && (
        <Countdown ms={failure.retryAfterMs} cause={failure} />
      )}
      <IconButton
        icon={X}
        label={t("model.close")}
        onClick={() => studio.dismissFailure()}
      />
    </StateBanner>
  );
}
