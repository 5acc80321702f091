import { useEffect, useLayoutEffect } from "react";
import type { RefObject } from "react";
import type { FormState } from "./form-state.ts";
import { wipeSecrets } from "./secret-inputs.ts";

/** A page that is left keeps no secret: not for the back-forward cache, not for a restored form. */
export function useWipingOnLeave(
  form: RefObject<HTMLFormElement | null>,
): void {
  useLayoutEffect(() => {
    const element = form.current;
    if (element === null) return;
    const wipe = () => wipeSecrets(element);
    window.addEventListener("pagehide", wipe);
    return () => {
      window.removeEventListener("pagehide", wipe);
      wipe();
    };
  }, [form]);
}

/** Leads to the first field with a problem, and back to the buttons when the input in use was replaced. */
export function useFormFocus(
  form: RefObject<HTMLFormElement | null>,
  { refusals, wipes }: Pick<FormState, "refusals" | "wipes">,
): void {
  useEffect(() => {
    if (refusals === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, refusals]);
  useEffect(() => {
    const element = form.current;
    if (wipes === 0 || element === null) return;
    if (element.contains(document.activeElement)) return;
    element.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [form, wipes]);
}
