import { createContext, use, useMemo, useState } from "react";
import type { ReactNode } from "react";

interface ModelDialogState {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const ModelDialogContext = createContext<ModelDialogState>({
  isOpen: false,
  open: () => undefined,
  close: () => undefined,
});

/** Whether the model settings are open, for all who show a way there. */
export function ModelDialogProvider(props: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const state = useMemo(
    () => ({
      isOpen,
      open: () => setOpen(true),
      close: () => setOpen(false),
    }),
    [isOpen],
  );
  return (
    <ModelDialogContext value={state}>{props.children}</ModelDialogContext>
  );
}

/** Opens and closes the model settings. */
export function useModelDialog(): ModelDialogState {
  return use(ModelDialogContext);
}
