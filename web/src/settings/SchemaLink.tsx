/** Links to the API documentation, or says how to switch it on. */
import { Anchor, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dashQuery } from "../preferences/preferences";
import { settings as words } from "./messages";

export function SchemaLink() {
  const { data } = useQuery(dashQuery);
  if (!data) return null;
  if (!data.schema_enabled) {
    return (
      <Text size="sm" c="dimmed" ml="auto">
        {words.schemaOff}
      </Text>
    );
  }
  return (
    <Anchor href="/api/schema/swagger-ui/" target="_blank" ml="auto">
      {words.schema}
    </Anchor>
  );
}
