/**
 * Texts of the interface. Each noun has a `messages.ts` with its sentences in
 * English; a translation is an object of the same shape, so that a missing
 * sentence does not compile.
 */

export type Language = "en";

/** Widens literal texts, so that a translation may say something else. */
type Translation<Words> = {
  [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...input: infer Input) => string
      ? (...input: Input) => string
      : Words[Key] extends object
        ? Translation<Words[Key]>
        : Words[Key];
};

/** The viewer's locale: numbers, times and plurals follow it. */
export const locale = typeof navigator === "undefined" ? "en" : navigator.language;

/** Chosen once, when the page loads. */
const language: string = locale.split("-")[0] ?? "en";

export function texts<Words extends object>(
  english: Words,
  translations: Partial<Record<string, Translation<Words>>> = {},
): Translation<Words> {
  return translations[language] ?? (english as Translation<Words>);
}

const plurals = new Intl.PluralRules("en");
const numbers = new Intl.NumberFormat(locale);

/** `count(3, "agent")` is "3 agents". */
export function count(value: number, one: string, other = `${one}s`): string {
  return `${numbers.format(value)} ${plurals.select(value) === "one" ? one : other}`;
}

/** A fragment as a sentence: the server says "the agent is offline", people read "The agent is offline." */
export function sentence(fragment: string): string {
  const text = fragment.trim();
  if (text === "") return "";
  const begun = text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
  return /[.!?…:)\]"”]$/.test(begun) ? begun : `${begun}.`;
}
