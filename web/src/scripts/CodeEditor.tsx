/** The code editor. Loaded only where code is written. */
import {
  autocompletion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from "@codemirror/language";
import { unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useEffectEvent, useRef } from "react";
import classes from "./CodeEditor.module.css";
import { languageOf } from "./languages";

interface CodeEditorProps {
  label: string;
  value: string;
  shell: string;
  onChange: (code: string) => void;
  readOnly?: boolean;
  /** Names that `{{` offers. */
  snippets?: string[];
  /** An older text to compare with: then what differs is marked, and nothing can be typed. */
  original?: string | undefined;
}

/** Colours from the page's own variables, so that both themes are right at once. */
const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.lineComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.keyword, tags.controlKeyword, tags.operatorKeyword], color: "var(--code-keyword)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
  { tag: [tags.variableName, tags.definition(tags.variableName)], color: "var(--code-variable)" },
  {
    tag: [tags.function(tags.variableName), tags.standard(tags.name), tags.labelName],
    color: "var(--code-function)",
  },
  { tag: [tags.typeName, tags.className, tags.propertyName], color: "var(--code-type)" },
]);

const basics: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  syntaxHighlighting(colours),
  EditorView.lineWrapping,
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...completionKeymap,
    indentWithTab,
  ]),
];

export default function CodeEditor(props: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const parts = useRef({ language: new Compartment(), mode: new Compartment() });
  const changed = useEffectEvent((code: string) => props.onChange(code));
  const offered = useEffectEvent((context: CompletionContext) => complete(context, props.snippets));
  const begin = useEffectEvent((parent: HTMLElement) => {
    const { language, mode } = parts.current;
    return new EditorView({
      parent,
      doc: props.value,
      extensions: [
        basics,
        autocompletion({ override: [(context) => offered(context)] }),
        EditorView.contentAttributes.of({ "aria-label": props.label, tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
        language.of(languageOf(props.shell)),
        mode.of(modeOf(props)),
      ],
    });
  });

  useEffect(() => {
    if (!place.current) return;
    const editor = begin(place.current);
    view.current = editor;
    return () => editor.destroy();
  }, []);

  const { shell, readOnly, original, value } = props;
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.language.reconfigure(languageOf(shell)) });
  }, [shell]);
  useEffect(() => {
    const mode = modeOf({ readOnly: readOnly ?? false, original });
    view.current?.dispatch({ effects: parts.current.mode.reconfigure(mode) });
  }, [readOnly, original]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={place} className={classes.editor} />;
}

function modeOf({ readOnly, original }: Pick<CodeEditorProps, "readOnly" | "original">): Extension {
  const locked = readOnly || original !== undefined;
  return [
    EditorState.readOnly.of(locked),
    original === undefined ? [] : unifiedMergeView({ original, mergeControls: false }),
  ];
}

/** After `{{`, the names of snippets. */
function complete(context: CompletionContext, snippets: string[] = []) {
  const typed = context.matchBefore(/\{\{[^{}]*/);
  if (!typed) return null;
  return {
    from: typed.from + 2,
    options: snippets.map((name) => ({ label: name, apply: `${name}}}`, type: "variable" })),
    validFor: /^[^{}]*$/,
  };
}
