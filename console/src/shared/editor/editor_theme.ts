import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The console's tokens reach into the shadow root, and their light-dark() follows the page. So one
// theme serves both.
export const editorTheme = EditorView.theme({
  "&": { width: "100%", height: "var(--editor-height)", color: "var(--text)", fontSize: "var(--size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", maxHeight: "var(--editor-height-max)", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "var(--space-2) 0", minWidth: "0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--ground-quiet)", color: "var(--text-quiet)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--ground-hover) 55%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--ground-hover)", color: "var(--text)" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-ground)", outline: "1px solid var(--accent)" },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--bad-ground)", color: "var(--bad)" },
  ".cm-specialChar": { color: "var(--warn)", backgroundColor: "var(--warn-ground)", borderRadius: "2px" },
  ".cm-placeholder": { color: "var(--text-quiet)" },
  ".cm-tooltip": {
    backgroundColor: "var(--ground-raised)",
    color: "var(--text)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow)",
    fontFamily: "var(--font)",
    maxWidth: "min(40rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "16rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "2px var(--space-2)" },
  ".cm-tooltip-autocomplete ul li[aria-selected], .cm-tooltip-autocomplete-disabled ul li[aria-selected]": {
    background: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-tooltip.cm-completionInfo": { padding: "var(--space-2)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.8" },
  ".cm-diagnostic": { padding: "var(--space-1) var(--space-2)", overflowWrap: "anywhere" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warn)" },
  ".cm-diagnostic-info": { borderLeft: "4px solid var(--accent)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warn)", textUnderlineOffset: "3px" },
  ".cm-lintRange-info": { backgroundImage: "none", textDecoration: "underline dotted var(--accent)", textUnderlineOffset: "3px" },
  ".cm-lintRange-active": { backgroundColor: "var(--warn-ground)" },
  ".cm-panels": { backgroundColor: "var(--ground-quiet)", color: "var(--text)", borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-panel-lint": { fontFamily: "var(--font)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--accent-ground)" },
  ".cm-panel.cm-panel-lint button[name='close']": { color: "var(--text)", cursor: "pointer" },
});

export const editorColours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.attributeName, tags.labelName], color: "var(--code-name)" },
  { tag: [tags.string, tags.character, tags.regexp], color: "var(--code-text)" },
  { tag: [tags.number, tags.unit], color: "var(--code-number)" },
  { tag: [tags.bool, tags.null, tags.atom], color: "var(--code-atom)" },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword], color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.typeName, tags.className, tags.namespace], color: "var(--code-type)" },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: "var(--code-name)", fontWeight: "600" },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: "var(--text-quiet)", fontStyle: "italic" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.invalid, color: "var(--bad)" },
]);
