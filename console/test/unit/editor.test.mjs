import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "../support/source.mjs";

const { replacement } = await load("shared/editor/replacement.ts");

test("a new text replaces the smallest part of the old one", () => {
  const apply = (before, { from, to, insert }) => before.slice(0, from) + insert + before.slice(to);
  const texts = ["", "a", "aa", "ab", "aab", "abab", "xaby", "ab\nab", "ab\n\nab"];
  for (const before of texts) {
    for (const after of texts) {
      const change = replacement(before, after);
      assert.equal(change === undefined ? before : apply(before, change), after, `${before} to ${after}`);
    }
  }
  assert.equal(replacement("same", "same"), undefined);
  assert.deepEqual(replacement("one three", "one two three"), { from: 5, to: 5, insert: "wo t" });
});
