import { useEffect, useState } from "react";
import { useTexts } from "./text-context.tsx";

/** The seconds of a wait of `ms` from when it is first shown; a new wait needs a new `key`. Not read out. */
export function Countdown({ ms }: { readonly ms: number }) {
  const { t, number } = useTexts();
  const [end] = useState(() => performance.now() + ms);
  const [left, setLeft] = useState(ms);
  useEffect(() => {
    const timer = setInterval(
      () => setLeft(Math.max(0, end - performance.now())),
      500,
    );
    return () => clearInterval(timer);
  }, [end]);
  return (
    <span className="countdown note" aria-hidden>
      {t("connection.inSeconds", { seconds: number(Math.ceil(left / 1000)) })}
    </span>
  );
}
