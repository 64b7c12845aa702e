import { useEffect, useState } from "react";

import { svgBlob } from "../../../shared/picture/picture_files";
import type { Picture } from "../../../shared/picture/svg";
import style from "./PicturesPanel.module.css";

// A picture as an image from a blob. So nothing in it runs, whatever the model's names are.
export function PictureImage({ picture, description }: { readonly picture: Picture; readonly description: string }) {
  const [url, setUrl] = useState<string | undefined>(undefined);
  useEffect(() => {
    const made = URL.createObjectURL(svgBlob(picture));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <div className={style.frame} tabIndex={0} role="region" aria-label="Picture">
      {url !== undefined && <img src={url} alt={description} width={picture.width} height={picture.height} />}
    </div>
  );
}
