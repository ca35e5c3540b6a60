/** Opening an address that a URL action gave. */

/** Schemes that would run code in this page, or read files of this computer. */
const DANGEROUS = ["javascript", "vbscript", "data", "blob", "file"];

/** Whether a link may lead there; the server refuses others already. */
export function isOpenable(address: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1];
  return scheme !== undefined && !DANGEROUS.includes(scheme.toLowerCase());
}

/** Opens it in a tab that cannot reach this one. */
export function openAddress(address: string) {
  if (isOpenable(address)) window.open(address, "_blank", "noopener,noreferrer");
}
