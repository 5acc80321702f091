import { useTexts } from "./text-context.tsx";
import { useWait } from "./use-wait.ts";

/** The seconds that are left of a wait, counted from `cause`. Not read out. */
export function Countdown(props: {
  readonly ms: number;
  readonly cause: unknown;
}) {
  const { t, number } = useTexts();
  const seconds = useWait(props.ms, props.cause);
  return (
    <span className="countdown note" aria-hidden>
      {seconds > 0 && t("connection.inSeconds", { seconds: number(seconds) })}
    </span>
  );
}
