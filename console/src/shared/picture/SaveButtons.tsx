import { Button } from "../parts/Button";
import { ErrorNote } from "../parts/ErrorNote";
import { saveBlob } from "../save_blob";
import { useAction } from "../use_action";
import { fileName, pngBlob, svgBlob } from "./picture_files";
import type { Picture } from "./svg";

// Saves a picture as SVG or PNG. `draw` runs when the user asks.
export function SaveButtons({ title, draw }: { readonly title: string; readonly draw: () => Picture }) {
  const svg = useAction(async () => saveBlob(svgBlob(draw()), fileName(title, "svg")));
  const png = useAction(async () => saveBlob(await pngBlob(draw()), fileName(title, "png")));
  return (
    <>
      <Button kind="quiet" aria-label={`Save SVG: ${title}`} onClick={svg.run}>
        Save SVG
      </Button>
      <Button kind="quiet" aria-label={`Save PNG: ${title}`} onClick={png.run}>
        Save PNG
      </Button>
      <ErrorNote error={svg.error ?? png.error} />
    </>
  );
}
