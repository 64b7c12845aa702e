import type { ComponentProps } from "react";

import style from "./Button.module.css";

type Kind = "plain" | "primary" | "danger" | "quiet";

interface Properties extends ComponentProps<"button"> {
  readonly kind?: Kind;
}

export function Button({ kind = "plain", className = "", ...rest }: Properties) {
  return <button type="button" className={`${style.button} ${style[kind]} ${className}`} {...rest} />;
}
