import { IconMessage } from "@tabler/icons-react";
import { answer, api } from "../api/client";
import { settings as words } from "./messages";
import { TestMessage } from "./TestMessage";

export function TestSms() {
  return (
    <TestMessage
      title={words.testSms}
      to={words.testSmsTo}
      type="tel"
      icon={<IconMessage size={16} />}
      send={(body) => answer(api.POST("/core/smstest/", { body }))}
    />
  );
}
