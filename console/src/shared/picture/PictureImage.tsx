import { useEffect, useState } from "react";

import { svgBlob } from "./picture_files";
import type { Picture } from "./svg";

// Shows a picture as an image, so nothing in it runs or loads.
export function PictureImage({ picture, text, className }: { readonly picture: Picture; readonly text: string; readonly className?: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(svgBlob(picture));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture.svg]);
  return <img src={url} alt={text} width={picture.width} height={picture.height} className={className} />;
}
