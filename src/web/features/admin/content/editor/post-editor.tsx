/**
 * WYSIWYG editor for a post's body. It loads and saves the body without a DOM parser, so the stored text is
 * what was typed.
 */
import { Editor } from '@tiptap/core';
import { useEffect, useId, useRef, useState } from 'react';
import { bodyOf } from './body-text.ts';
import { type DocNode, docOf } from './body-doc.ts';
import { extensions } from './nodes.ts';
import { pasteParser, withoutStyles } from './paste.ts';
import { Toolbar } from './toolbar.tsx';

type PostEditorProps = {
  /** The initial body; later values are ignored. */
  body: string;
  isEditable: boolean;
  error: string | undefined;
  onChange: (body: string) => void;
};

/** Mounts the editor with `injectCSS` off, because the content security policy blocks inline styles. */
export default function PostEditor({ body, isEditable, error, onChange }: PostEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const change = useRef(onChange);
  change.current = onChange;
  const errorId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `body` is only the initial value; `onChange` reports edits.
  useEffect(() => {
    const newEditor = new Editor({
      element: place.current,
      extensions,
      content: docOf(body) as never,
      injectCSS: false,
      editable: isEditable,
      onUpdate: ({ editor: changed }) => change.current(bodyOf(changed.getJSON() as DocNode)),
    });
    newEditor.setOptions({
      editorProps: {
        attributes: { class: 'reading', role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Text' },
        transformPastedHTML: withoutStyles,
        clipboardParser: pasteParser(newEditor.schema),
        handleKeyDown: (_view, event) => {
          // Tab indents lists and moves through tables, so Escape or Alt+F10 leaves the editor.
          const isWayOut = event.key === 'Escape' || (event.key === 'F10' && event.altKey);
          if (isWayOut) toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
          return isWayOut;
        },
      },
    });
    setEditor(newEditor);
    return () => newEditor.destroy();
  }, []);
  useEffect(() => {
    if (editor === null) return;
    editor.setEditable(isEditable, false);
    const { dom } = editor.view;
    if (error === undefined) dom.removeAttribute('aria-invalid');
    else dom.setAttribute('aria-invalid', 'true');
    dom.setAttribute('aria-describedby', errorId);
  }, [editor, isEditable, error, errorId]);
  return (
    <div className="grid grid-cols-1">
      <p className="font-medium">Text</p>
      <div className="mt-1.5 rounded-md border border-field bg-surface focus-within:border-ink">
        {isEditable && <Toolbar ref={toolbar} editor={editor} />}
        <div ref={place} className="post-text min-h-96 px-4 py-5 sm:px-6" />
      </div>
      <p
        id={errorId}
        role={error === undefined ? undefined : 'alert'}
        className="min-h-6 text-sm font-medium text-danger"
      >
        {error}
      </p>
    </div>
  );
}
