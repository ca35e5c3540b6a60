/** How the code of each shell is coloured. */
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import { powerShell } from "@codemirror/legacy-modes/mode/powershell";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import type { Extension } from "@codemirror/state";

const KEYWORDS =
  /^(?:if|else|for|in|do|goto|call|set|setlocal|endlocal|exit|echo|not|exist|defined|errorlevel|equ|neq|lss|leq|gtr|geq|shift|pause|start)\b/i;

/** Batch files, which no package colours: comments, labels, variables, words of the language. */
const batch: StreamParser<unknown> = {
  token(stream) {
    if (stream.sol() && stream.match(/^\s*(?:rem\b|::).*/i)) return "comment";
    if (stream.sol() && stream.match(/^\s*:\w+/)) return "labelName";
    if (stream.match(/^%%?~?\w+%?|^![\w]+!/)) return "variableName";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(KEYWORDS)) return "keyword";
    if (stream.match(/^\d+\b/)) return "number";
    if (!stream.match(/^\w+/)) stream.next();
    return null;
  },
};

export function languageOf(name: string): Extension {
  switch (name) {
    case "powershell":
      return StreamLanguage.define(powerShell);
    case "python":
      return python();
    case "deno":
      return javascript({ typescript: true });
    case "cmd":
      return StreamLanguage.define(batch);
    default:
      return StreamLanguage.define(shell);
  }
}
