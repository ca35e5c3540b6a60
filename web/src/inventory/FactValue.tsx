/** A value; a state has its colour too. */
import { Status } from "../ui/Status";
import type { Fact } from "./rows";

export function FactValue({ fact }: { fact: Fact }) {
  return fact.tone ? <Status tone={fact.tone} label={fact.text} wraps /> : fact.text;
}
