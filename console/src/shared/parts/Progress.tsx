import style from "./Progress.module.css";

// Work under way. Without `of` its end is unknown.
export function Progress(properties: {
  readonly label: string;
  readonly done?: number;
  readonly of?: number;
}) {
  const { label, done = 0, of = 0 } = properties;
  const known = of > 0;
  return (
    <div className={style.progress}>
      <progress aria-label={label} max={known ? of : undefined} value={known ? Math.min(done, of) : undefined} />
      <span>{label}</span>
    </div>
  );
}
