/** What Windows means by its numbers, as far as a technician asks for it. */
import { inventory as words } from "./messages";

const CODES: Record<string, Record<string, string>> = {
  Architecture: { 0: "x86", 5: "ARM", 9: "x64", 12: "ARM64" },
  DomainRole: words.domainRoles,
  FormFactor: { 8: "DIMM", 12: "SODIMM" },
  PCSystemType: words.systemTypes,
  ProductType: words.productTypes,
  SMBIOSMemoryType: {
    20: "DDR",
    21: "DDR2",
    24: "DDR3",
    26: "DDR4",
    30: "LPDDR4",
    34: "DDR5",
    35: "LPDDR5",
  },
};

/** The meaning of a number; nothing where it has none, or none that is known. */
export function meaningOf(name: string, code: string): string | undefined {
  return CODES[name]?.[code];
}
