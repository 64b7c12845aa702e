// The widths of columns that are no attributes, in pixels.
export const HEAD_PX = 78; // marks, selects and opens the row
export const SIZE_PX = 172;
