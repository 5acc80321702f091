import { Search } from "lucide-react";
import { useTexts } from "./text-context.tsx";

/** A few letters lead to a session of many. */
export function SessionFilter(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The first of what is found. */
  readonly onEnter: () => void;
}) {
  const { t } = useTexts();
  return (
    <div className="session-filter">
      <Search aria-hidden className="inline-icon" />
      <input
        type="search"
        aria-label={t("sessions.filter")}
        placeholder={t("sessions.filter")}
        value={props.text}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") props.onChange("");
          if (event.key === "ArrowDown" || event.key === "Enter") {
            event.preventDefault();
            props.onEnter();
          }
        }}
      />
    </div>
  );
}
