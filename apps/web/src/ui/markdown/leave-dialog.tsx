import { createPortal } from "react-dom";
import { Modal } from "../modal.tsx";
import { useThreadTexts } from "../use-thread-texts.ts";

/** Asks before a link of an answer is opened: what it carries in its address goes to whoever owns the host. */
export function LeaveDialog(props: {
  readonly href: string;
  readonly onClose: () => void;
}) {
  const { href, onClose } = props;
  const tt = useThreadTexts();
  const { protocol, host, pathname } = new URL(href);
  const place = protocol === "mailto:" ? decodeURI(pathname) : host;
  return createPortal(
    <Modal title={tt("link.title")} onClose={onClose}>
      <div className="leave">
        <p>{tt("link.explain")}</p>
        <p className="leave-host">
          <bdi dir="ltr">{place}</bdi>
        </p>
        <p className="note">{tt("link.address")}</p>
        <pre
          className="raw-text"
          tabIndex={0}
          role="group"
          aria-label={tt("link.address")}
          dir="ltr"
        >
          {href}
        </pre>
        <div className="button-row">
          <a
            className="button primary"
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            onClick={onClose}
          >
            {tt("link.open")}
          </a>
          <button type="button" className="button" onClick={onClose}>
            {tt("link.stay")}
          </button>
        </div>
      </div>
    </Modal>,
    document.body,
  );
}
