/** Which texts can receive messages, as the server decides it. */

/** Letters, digits and signs, one @, and a host; the server checks the rest. */
const ADDRESS = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)*$/;

const NUMBER = /^\+[0-9]{6,15}$/;

export const isAddress = (text: string) => text.length <= 254 && ADDRESS.test(text);

export const isTelephoneNumber = (text: string) => NUMBER.test(text);

/** People write numbers with spaces, hyphens and brackets; the server reads digits. */
export function tidyNumber(text: string): string {
  const tidy = text.replaceAll(/[\s()/.-]/g, "").replace(/^00/, "+");
  return isTelephoneNumber(tidy) ? tidy : text.trim();
}

/** The first entry that is wrong; nothing if all are right. */
export const firstWrong = (entries: string[], passes: (entry: string) => boolean) =>
  entries.find((entry) => !passes(entry));
