import { ImagePlus } from "lucide-react";
import { useTexts } from "../text-context.tsx";

/** Shows that what is dragged can be dropped here. */
export function DropHint() {
  const { t } = useTexts();
  return (
    <div className="drop-hint" aria-hidden>
      <p>
        <ImagePlus className="drop-icon" />
        {t("composer.drop")}
      </p>
    </div>
  );
}
