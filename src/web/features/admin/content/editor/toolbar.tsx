/** The toolbar is one tab stop; the arrow keys move along it. Alt+F10 or Escape in the text focuses it. */
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useState } from 'react';
import { IconOf } from '#web/ui/icon.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { type Tool, tools } from './tools.ts';

type ToolbarProps = { editor: Editor | null; ref: Ref<HTMLDivElement> };

export function Toolbar({ editor, ref }: ToolbarProps) {
  const states = useToolStates(editor);
  const [open, setOpen] = useState<'link' | 'picture' | null>(null);
  const [focused, setFocused] = useState(0);
  if (editor === null) return null;
  const shown = tools.filter((tool) => tool.isShown?.(editor) ?? true);
  const run = (tool: Tool) => (tool.opens === undefined ? tool.run(editor) : setOpen(tool.opens));
  const closeAndFocus = () => {
    setOpen(null);
    editor.commands.focus();
  };
  return (
    <>
      <div
        ref={ref}
        role="toolbar"
        aria-label="Formatting"
        className="sticky top-14 z-10 flex flex-wrap gap-0.5 rounded-t-md border-b border-line bg-surface p-1.5 lg:top-0"
        onKeyDown={(event) => {
          if (event.key === 'Escape') editor.commands.focus();
          moveByArrows(event);
        }}
      >
        {shown.map((tool, at) => (
          <ToolButton
            key={tool.label}
            tool={tool}
            state={states[tools.indexOf(tool)] ?? ''}
            isStop={at === Math.min(focused, shown.length - 1)}
            onFocus={() => setFocused(at)}
            onPress={() => run(tool)}
          />
        ))}
      </div>
      <LinkDialog editor={editor} isOpen={open === 'link'} onClose={closeAndFocus} />
      <PictureDialog editor={editor} isOpen={open === 'picture'} onClose={closeAndFocus} />
    </>
  );
}

/** State of each tool: `on`, `off`, or empty if unavailable. Rerenders only when one changes. */
function useToolStates(editor: Editor | null): string[] {
  const [states, setStates] = useState<string[]>([]);
  useEffect(() => {
    if (editor === null) return;
    const check = () =>
      setStates((before) => {
        const now = tools.map((tool) =>
          tool.isOn?.(editor) ? 'on' : tool.can?.(editor) === false ? '' : 'off',
        );
        const isSame = now.length === before.length && now.every((state, at) => state === before[at]);
        return isSame ? before : now;
      });
    check();
    editor.on('transaction', check);
    return () => void editor.off('transaction', check);
  }, [editor]);
  return states;
}

type ToolButtonProps = {
  tool: Tool;
  state: string;
  isStop: boolean;
  onFocus: () => void;
  onPress: () => void;
};

const ToolButton = ({ tool, state, isStop, onFocus, onPress }: ToolButtonProps): ReactNode => (
  <button
    type="button"
    title={tool.keys === undefined ? tool.label : `${tool.label} (${tool.keys})`}
    aria-label={tool.label}
    aria-pressed={tool.isOn === undefined ? undefined : state === 'on'}
    aria-disabled={state === '' || undefined}
    tabIndex={isStop ? 0 : -1}
    className="inline-grid h-9 min-w-9 place-items-center rounded-sm px-1.5 hover:bg-sunk aria-disabled:opacity-40 aria-pressed:bg-ink aria-pressed:text-paper"
    onFocus={onFocus}
    // Preserves the selection in the text.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => state !== '' && onPress()}
  >
    <IconOf path={tool.path} className="size-5" />
  </button>
);

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[(to + buttons.length) % buttons.length]?.focus();
}
