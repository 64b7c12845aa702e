import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from "react";

import {
  clampPosition,
  type Geometry,
  heightOf,
  isStuck,
  lastPosition,
  moved,
  type Position,
  positionShowing,
  rowsIn,
  topOf,
} from "../../data/rows/scroll";
import type { RowSource } from "./row_source";

const IDLE_MS = 150; // then the scroll bar moves to where the rows are
const DRAWN_AROUND = 12; // rows above and below the visible ones
const READ_AROUND = 40;
const STEP = 4; // rows between two drawings

export interface Scroll {
  readonly first: number; // of the rows to draw
  readonly end: number;
  readonly shift: number; // a row is drawn at its number times its height, less this
  readonly height: number; // of all rows together, as far as a browser allows
  readonly visible: { readonly first: number; readonly end: number };
  readonly onScroll: () => void;
  readonly show: (row: number) => void;
}

// Scrolls any number of rows. Rows move by themselves between two drawings: only the set of drawn
// rows is React's. `headHeight`: of the head that stays at the top.
// `firstRow`: the row to begin with.
export function useScroll(
  element: RefObject<HTMLElement | null>,
  source: RowSource,
  rowHeight: number,
  headHeight: number,
  firstRow: number,
): Scroll {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const state = useRef<Position>({ at: 0, top: 0 });
  const pending = useRef<number | undefined>(firstRow > 0 ? firstRow : undefined);
  const drawn = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const geometry = useCallback((): Geometry => {
    const viewport = Math.max(rowHeight, (element.current?.clientHeight ?? 0) - headHeight);
    return { total: source.total, rowHeight, viewport };
  }, [element, source, rowHeight, headHeight]);

  const settle = useCallback(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const { at } = state.current;
    scroller.scrollTop = topOf(at, geometry());
    state.current = { at, top: scroller.scrollTop };
    draw();
  }, [element, geometry]);

  const settleSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const here = geometry();
      if (Math.abs(topOf(state.current.at, here) - state.current.top) > 1) settle();
    }, IDLE_MS);
  }, [geometry, settle]);

  // Asks for the rows around the visible ones.
  const ask = useCallback(() => {
    const { first, end } = rowsIn(state.current, geometry());
    source.hold({ first, end });
    source.need(Math.max(0, first - READ_AROUND), Math.min(source.total, end + READ_AROUND));
  }, [source, geometry]);

  const place = useCallback(() => {
    const { first, end } = rowsIn(state.current, geometry());
    const key = `${Math.floor(first / STEP)} ${Math.ceil(end / STEP)} ${state.current.at - state.current.top}`;
    if (key !== drawn.current) draw();
    drawn.current = key;
  }, [geometry]);

  const onScroll = useCallback(() => {
    const scroller = element.current;
    if (scroller === null || scroller.scrollTop === state.current.top) return;
    state.current = moved(state.current, scroller.scrollTop, geometry());
    if (isStuck(state.current, geometry())) settle();
    ask();
    place();
    settleSoon();
  }, [element, geometry, settle, ask, place, settleSoon]);

  const show = useCallback(
    (row: number) => {
      state.current = { ...state.current, at: positionShowing(row, state.current.at, geometry()) };
      settle();
      ask();
    },
    [geometry, settle, ask],
  );

  // The visible rows stay in place when rows above them turn out to be more or fewer.
  useEffect(() => {
    // A Query learns with its first page how many rows there are.
    const begin = () => {
      if (pending.current === undefined || source.total <= 1) return;
      state.current = { ...state.current, at: clampPosition(pending.current * rowHeight, geometry()) };
      pending.current = undefined;
      settleSoon();
      ask();
      draw();
    };
    const hold = () => {
      if (pending.current !== undefined) return begin();
      const { first } = rowsIn(state.current, geometry());
      const { row, isEnd } = source.heldRow(first);
      const within = state.current.at - first * rowHeight;
      const at = isEnd ? lastPosition(geometry()) : clampPosition(row * rowHeight + within, geometry());
      if (at !== state.current.at) settleSoon();
      state.current = { ...state.current, at };
      source.hold(rowsIn(state.current, geometry()));
    };
    begin();
    ask();
    const forget = source.onChange(hold);
    const observer = new ResizeObserver(() => {
      ask();
      draw();
    });
    if (element.current !== null) observer.observe(element.current);
    return () => {
      forget();
      observer.disconnect();
      clearTimeout(timer.current);
    };
  }, [element, source, geometry, rowHeight, ask, settleSoon]);

  // A browser that has cut `scrollTop` to a smaller height has not scrolled.
  useLayoutEffect(() => {
    if (element.current === null) return;
    const { scrollTop: top, scrollHeight, clientHeight } = element.current;
    if (top >= state.current.top || top < scrollHeight - clientHeight - 1) return;
    state.current = { ...state.current, top };
    draw();
  });

  const here = geometry();
  const visible = rowsIn(state.current, here);
  const first = Math.max(0, visible.first - (visible.first % STEP) - DRAWN_AROUND);
  const end = Math.min(here.total, visible.end + STEP - (visible.end % STEP) + DRAWN_AROUND);
  const shift = state.current.at - state.current.top;
  return { first, end, shift, height: heightOf(here), visible, onScroll, show };
}
