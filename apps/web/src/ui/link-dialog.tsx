import { useEffect, useRef, useState } from "react";
import { copyText } from "../client/copy-text.ts";
import { asFailure } from "../client/api-failure.ts";
import type { ApiFailure } from "../client/api-failure.ts";
import { FailureNote } from "./failure-note.tsx";
import { Modal } from "./modal.tsx";
import { useStudio } from "./studio-context.tsx";
import { useTexts } from "./text-context.tsx";

/** An address that makes another browser the same viewer. */
export function LinkDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, error } = useTexts();
  const { studio } = useStudio();
  const [address, setAddress] = useState("");
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  useEffect(() => {
    let wanted = true;
    studio.createLink().then(
      (made) => wanted && setAddress(made),
      (thrown: unknown) => wanted && setFailure(asFailure(thrown)),
    );
    return () => {
      wanted = false;
    };
  }, [studio]);
  return (
    <Modal title={t("link.title")} onClose={onClose}>
      <p>{t("link.explain")}</p>
      {failure !== null && (
        <FailureNote text={t("link.failed", { reason: error(failure.code) })} />
      )}
      <CopyField address={address} />
    </Modal>
  );
}

function CopyField({ address }: { readonly address: string }) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState("");
  const copy = async () => {
    input.current?.select();
    const copied = await copyText(address);
    setNote(t(copied ? "link.copied" : "link.select"));
  };
  return (
    <>
      <label className="field">
        <span>{t("link.address")}</span>
        <input
          ref={input}
          type="text"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <div className="button-row">
        <button
          type="button"
          className="button"
          disabled={address === ""}
          onClick={() => void copy()}
        >
          {t("link.copy")}
        </button>
        <span className="note">{note}</span>
      </div>
    </>
  );
}
