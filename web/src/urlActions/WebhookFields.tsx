/** Method, headers, body and signature of a webhook. */
import { Button, Checkbox, Group, Select, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { asWord } from "../api/word";
import { urlActions as words } from "./messages";
import type { UrlAction } from "./queries";
import { newSecret, type UrlActionValues } from "./values";

const METHODS = ["get", "post", "put", "delete", "patch"] as const;

const MONOSPACE = { input: { fontFamily: "var(--mantine-font-family-monospace)" } };

interface WebhookFieldsProps {
  form: UseFormReturnType<UrlActionValues>;
  stored: UrlAction | undefined;
}

export function WebhookFields({ form, stored }: WebhookFieldsProps) {
  return (
    <>
      <Select
        label={words.method}
        data={METHODS.map((method) => ({ value: method, label: method.toUpperCase() }))}
        allowDeselect={false}
        {...form.getInputProps("rest_method")}
        onChange={(method) => method && form.setFieldValue("rest_method", asWord(method))}
      />
      <Textarea
        label={words.headers}
        description={words.headersHint}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        styles={MONOSPACE}
        {...form.getInputProps("rest_headers")}
      />
      {form.values.rest_method !== "get" && (
        <Textarea
          label={words.body}
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          styles={MONOSPACE}
          {...form.getInputProps("rest_body")}
        />
      )}
      <Checkbox
        label={words.sign}
        description={words.signHint}
        {...form.getInputProps("signs", { type: "checkbox" })}
      />
      {form.values.signs && <SecretInput form={form} stored={stored} />}
    </>
  );
}

function SecretInput({ form, stored }: WebhookFieldsProps) {
  const typed = form.values.signing_secret !== "";
  const hint = stored?.signing_secret && !typed ? words.secretKeep : words.secretCopy;
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={words.secret}
        description={hint}
        autoComplete="off"
        spellCheck={false}
        styles={MONOSPACE}
        style={{ flex: 1 }}
        {...form.getInputProps("signing_secret")}
      />
      <Button variant="default" onClick={() => form.setFieldValue("signing_secret", newSecret())}>
        {words.generate}
      </Button>
    </Group>
  );
}
