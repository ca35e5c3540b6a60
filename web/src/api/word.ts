/**
 * A word out of an address or an input, where the API knows only some. Nothing
 * is checked here: the server refuses words that it does not know, and says so.
 */
export function asWord<Word extends string>(text: string): Word {
  return text as Word;
}
