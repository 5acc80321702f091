import { useId, useRef, useState } from "react";
import { lazyPart } from "@agent-studio/labs/ui";
import type { ReactNode } from "react";
import { Ellipsis, Gauge, Keyboard, MonitorSmartphone } from "lucide-react";
import { IconButton } from "./icon-button.tsx";
import { LateDialog } from "./late-dialog.tsx";
import { PreferenceButtons } from "./preference-buttons.tsx";
import { useTexts } from "./text-context.tsx";
import { useDismissal } from "./use-dismissal.ts";
import { useShortcut } from "./use-shortcut.ts";

const FiguresDialog = lazyPart(async () => ({
  default: (await import("./figures-dialog.tsx")).FiguresDialog,
}));
const LinkDialog = lazyPart(async () => ({
  default: (await import("./link-dialog.tsx")).LinkDialog,
}));
const ShortcutsDialog = lazyPart(async () => ({
  default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
}));

const TITLES = {
  figures: "figures.open",
  link: "link.title",
  shortcuts: "shortcuts.open",
} as const;
type Dialog = keyof typeof TITLES;

/** The rarer controls of the page: in the header where there is room, else behind one button. */
export function HeaderTools({ inline }: { readonly inline: boolean }) {
  const { t } = useTexts();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  useShortcut({
    id: "page.help",
    keys: "?",
    group: "page",
    label: t("shortcuts.help"),
    run: () => setDialog("shortcuts"),
  });
  useShortcut({
    id: "page.figures",
    keys: "m",
    group: "page",
    label: t("figures.open"),
    run: () => setDialog("figures"),
  });
  return (
    <>
      <Fold inline={inline}>
        <IconButton
          icon={MonitorSmartphone}
          label={t("link.open")}
          onClick={() => setDialog("link")}
        />
        <IconButton
          icon={Gauge}
          label={t("figures.open")}
          keys="m"
          onClick={() => setDialog("figures")}
        />
        <IconButton
          icon={Keyboard}
          label={t("shortcuts.open")}
          keys="?"
          onClick={() => setDialog("shortcuts")}
        />
        <PreferenceButtons />
      </Fold>
      {dialog !== null && (
        <LateDialog title={t(TITLES[dialog])} onClose={close}>
          {dialog === "figures" && <FiguresDialog onClose={close} />}
          {dialog === "link" && <LinkDialog onClose={close} />}
          {dialog === "shortcuts" && <ShortcutsDialog onClose={close} />}
        </LateDialog>
      )}
    </>
  );
}

/** The same controls in a row, or in a sheet that one button opens. */
function Fold(props: {
  readonly inline: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const isShown = isOpen && !props.inline;
  useDismissal(frame, isShown, () => setOpen(false));
  return (
    <div ref={frame} className="header-tools" data-inline={props.inline}>
      {!props.inline && (
        <IconButton
          icon={Ellipsis}
          label={t("app.more")}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <div id={id} className="tools" hidden={!props.inline && !isShown}>
        {props.children}
      </div>
    </div>
  );
}
