/** What the form finds wrong by itself, before the server is asked. */
import { form as words } from "./messages";
import { firstWrong, isAddress, isTelephoneNumber } from "./recipients";
import type { TemplateValues } from "./values";

/** Problems by the names of inputs. */
export function problemsOf(values: TemplateValues): Record<string, string> {
  const found: Record<string, string> = {};
  const emails = (name: string, entries: string[]) => {
    const wrong = firstWrong(entries, isAddress);
    if (wrong !== undefined) found[name] = words.notAddress(wrong);
  };
  const numbers = (name: string, entries: string[]) => {
    const wrong = firstWrong(entries, isTelephoneNumber);
    if (wrong !== undefined) found[name] = words.notNumber(wrong);
  };
  if (values.name.trim() === "") found.name = words.nameNeeded;
  emails("email_recipients", values.email_recipients);
  numbers("text_recipients", values.text_recipients);
  const from = values.email_from.trim();
  if (from !== "") emails("email_from", [from]);
  values.escalation.forEach((step, place) => {
    emails(`escalation.${place}.email_recipients`, step.email_recipients);
    numbers(`escalation.${place}.text_recipients`, step.text_recipients);
    const recipients = step.email_recipients.length + step.text_recipients.length;
    if (recipients === 0) found[`escalation.${place}`] = words.needsRecipient;
  });
  return found;
}
