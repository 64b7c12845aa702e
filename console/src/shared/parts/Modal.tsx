import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";

import style from "./Modal.module.css";
import floating from "./floating.module.css";

// A dialog above the view. `close` is absent where the user has to decide first.
export function Modal(properties: {
  readonly title: string;
  readonly close?: () => void;
  readonly wide?: boolean;
  readonly focus?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}) {
  const { title, close, wide = false, focus, children } = properties;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close?.()} disablePointerDismissal={close === undefined}>
      <Dialog.Portal>
        <Dialog.Backdrop className={floating.backdrop} />
        <Dialog.Popup className={`${floating.panel} ${style.popup} ${wide ? style.wide : ""}`} initialFocus={focus}>
          <Dialog.Title className={style.title}>{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
