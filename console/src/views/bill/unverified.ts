// Whether the bill's sentence about unverified prices names a member of the price file, or a part of it.
export const unverifiedIn = (sentence: string, member: string): boolean =>
  (sentence.match(/[\w.]+\w/g) ?? []).some((name) => name === member || name.startsWith(`${member}.`));
