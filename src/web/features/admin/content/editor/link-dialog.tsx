/** Sets the address of a link on the selected text. */
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { addressIn } from './addresses.ts';

type LinkDialogProps = { editor: Editor; isOpen: boolean; onClose: () => void };

export const LinkDialog = remountOnOpen(function LinkDialog({ editor, isOpen, onClose }: LinkDialogProps) {
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link').href ?? ''));
  const [problem, setProblem] = useState<string>();
  const lead = () => {
    const href = addressIn(typed, window.location.origin);
    if (href === null)
      return setProblem('Enter an address, for example https://www.irs.gov, /products, or name@example.com');
    const isWithoutWords = editor.state.selection.empty && !editor.isActive('link');
    const chain = editor.chain().focus();
    if (isWithoutWords)
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else chain.extendMarkRange('link').setMark('link', { href }).run();
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
    onClose();
  };
  return (
    <Dialog title="Link" isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <form
          noValidate
          className="grid gap-5 text-sm"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            lead();
          }}
        >
          <Typed
            label="Address"
            hint="An https address, a page of this site such as /products, or an email address."
            error={problem}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setProblem(undefined);
            }}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="small">
              Save link
            </Button>
            {editor.isActive('link') && (
              <Button size="small" variant="secondary" onClick={remove}>
                Remove link
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
});
