/** Asks for a code of the authenticator app, over everything else. */
import { Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useSyncExternalStore } from "react";
import { sentence } from "../texts/texts";
import { FormDialog } from "../ui/FormDialog";
import { type CodeQuestion, codes } from "./code";
import { remote as words } from "./messages";

export default function CodeDialog() {
  const question = useSyncExternalStore(codes.watch, codes.question);
  return question ? <Question key={question.id} question={question} /> : null;
}

function Question({ question }: { question: CodeQuestion }) {
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (typed) => (typed.trim() ? null : words.codeMissing) },
    ...(question.wrong !== undefined && { initialErrors: { code: sentence(question.wrong) } }),
  });
  return (
    <FormDialog
      title={words.codeTitle}
      submit={words.goOn}
      size="sm"
      errors={form.errors}
      onSubmit={form.onSubmit(({ code }) => question.answer(code.trim()))}
      onClose={() => question.answer(null)}
    >
      <Text size="sm">{words.codeText}</Text>
      <TextInput
        label={words.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps("code")}
      />
    </FormDialog>
  );
}
