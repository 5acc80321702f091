import { absoluteTime, relativeTime } from "./relative-time.ts";
import { useTexts } from "./text-context.tsx";

/** How long ago something was; the time itself in its place while the row is pointed at or has the focus. */
export function Moment(props: { readonly at: string; readonly now: number }) {
  const { locale } = useTexts();
  const time = Date.parse(props.at);
  if (Number.isNaN(time)) return null;
  return (
    <time className="moment" dateTime={props.at}>
      <span className="moment-relative">
        {relativeTime(locale, time, props.now)}
      </span>
      <span className="moment-absolute">{absoluteTime(locale, time)}</span>
    </time>
  );
}
