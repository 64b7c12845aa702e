import style from "./HeatScale.module.css";

// The legend of the colours. The scale is the same in every map and every theme.
export function HeatScale({ of }: { readonly of: string }) {
  return (
    <div className={style.scale}>
      <span>{of}</span>
      <div className={style.bars} aria-hidden>
        <span className={style.gradient} />
        <span className={style.bound} />
        <span className={style.half}>50 %</span>
        <span className={style.most}>90 %</span>
        <span className={style.all}>100 %</span>
      </div>
      <span className={style.entry}>
        <span aria-hidden className={`${style.swatch} ${style.hatched}`} /> throttled
      </span>
      <span className={style.entry}>
        <span aria-hidden className={`${style.swatch} ${style.none}`} /> no traffic known
      </span>
    </div>
  );
}
