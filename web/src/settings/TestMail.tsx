import { IconMailFast } from "@tabler/icons-react";
import { answer, api } from "../api/client";
import { settings as words } from "./messages";
import { TestMessage } from "./TestMessage";

export function TestMail() {
  return (
    <TestMessage
      title={words.testMail}
      to={words.testMailTo}
      type="email"
      icon={<IconMailFast size={16} />}
      send={(body) => answer(api.POST("/core/emailtest/", { body }))}
    />
  );
}
