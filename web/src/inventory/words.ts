/** Names of fields as people read them: `PartOfDomain` is "Part of domain". */

/** What splitting a name into its words would not make readable. */
const NAMES: Record<string, string> = {
  bitlocker: "BitLocker",
  CSName: "Computer name",
  due: "Due at",
  fstype: "File system",
  IPv4: "IPv4",
  IPv6: "IPv6",
  key_end: "Key ends with",
  mac: "MAC address",
  ndrvs: "Displays",
  make_model: "Model",
  serialnumber: "Serial number",
  smart_status: "SMART status",
  size_in_bytes: "Size",
  SMBIOSBIOSVersion: "BIOS version",
  total: "Size",
};

const CAPITALS = new Set("ac bsd cpu dns gpu id ip mac os ram sid smc tpm url usb uuid".split(" "));

/** A part ends before a capital that follows a small letter, and before the last of many capitals. */
function partsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[\s_-]+/)
    .filter(Boolean);
}

export function fieldWords(name: string): string {
  const known = NAMES[name];
  if (known !== undefined) return known;
  const text = partsOf(name).map(spelled).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function spelled(part: string): string {
  const small = part.toLowerCase();
  if (CAPITALS.has(small)) return small.toUpperCase();
  return /^[A-Z][A-Z0-9]+$/.test(part) ? part : small;
}

/** After another word: "Entra" and "Tenant name" are "Entra tenant name". */
export function following(label: string): string {
  return /^[A-Z][a-z]+\b/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
