/** The code behind an entry. It is read when somebody asks for it, because that is logged. */
import { Code, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionButton } from "../ui/actions";
import { Loaded } from "../ui/states";
import { auditLog as words } from "./messages";
import { codeQuery } from "./queries";

export function EntryCode({ id }: { id: number }) {
  const [asked, setAsked] = useState(false);
  const query = useQuery({ ...codeQuery(id), enabled: asked });
  return (
    <div>
      <Title order={3} mb="xs">
        {words.code}
      </Title>
      {asked ? (
        <Loaded query={query}>
          {({ code }) => (
            <Code block fz="sm" mah={360} style={{ overflow: "auto", whiteSpace: "pre-wrap" }}>
              {code}
            </Code>
          )}
        </Loaded>
      ) : (
        <ActionButton right="can_list_scripts" variant="default" onClick={() => setAsked(true)}>
          {words.showCode}
        </ActionButton>
      )}
    </div>
  );
}
