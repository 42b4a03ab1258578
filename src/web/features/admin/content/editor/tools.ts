/** The tools of the toolbar in order: the command, the active state, and the shortcut of each. */
import type { Editor } from '@tiptap/core';

export type Tool = {
  label: string;
  path: string;
  keys?: string;
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
  isShown?: (editor: Editor) => boolean;
  /** Opens a dialog instead of running a command. */
  opens?: 'link' | 'picture';
  run: (editor: Editor) => void;
};

const heading = (level: 2 | 3): Tool => ({
  label: level === 2 ? 'Heading' : 'Smaller heading',
  path: `M3.5 6v12M11.5 6v12M3.5 12h8${level === 2 ? 'M15.5 12.2a2.4 2.4 0 1 1 4.2 1.6L15.5 18h5' : 'M15.7 9.8h4.6l-2.7 3.3a2.5 2.5 0 1 1-2.1 3.8'}`,
  keys: `Ctrl Alt ${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

const inTable = (editor: Editor): boolean => editor.isActive('table');

const tableTool = (label: string, path: string, command: (editor: Editor) => void): Tool => ({
  label,
  path,
  isShown: inTable,
  run: command,
});

/** Also deletes the figure around it, if it has a caption. */
function deleteTable(editor: Editor): void {
  if (editor.isActive('tableFrame')) editor.chain().focus().deleteNode('tableFrame').run();
  else editor.chain().focus().deleteTable().run();
}

export const tools: readonly Tool[] = [
  heading(2),
  heading(3),
  {
    label: 'Bold',
    path: 'M7.5 5h5.2a3.5 3.5 0 0 1 0 7H7.5zM7.5 12h6.2a3.5 3.5 0 0 1 0 7H7.5z',
    keys: 'Ctrl B',
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    path: 'M14.5 5h-5M14 5l-4 14M12.5 19h-5',
    keys: 'Ctrl I',
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Link',
    path: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.4M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.2',
    isOn: (editor) => editor.isActive('link'),
    opens: 'link',
    run: () => undefined,
  },
  {
    label: 'Bulleted list',
    path: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
    keys: 'Ctrl Shift 8',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    path: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.2-.5v4M3.8 15.5c.3-1 2.4-1 2.4.3 0 .9-2.2 1.5-2.4 3.2h2.6',
    keys: 'Ctrl Shift 7',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: 'Quote',
    path: 'M5 6v12M9 8h11M9 12h11M9 16h7',
    keys: 'Ctrl Shift B',
    isOn: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  {
    label: 'Picture',
    path: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 3-3L20 17M15.5 9.5h.01',
    opens: 'picture',
    run: () => undefined,
  },
  {
    label: 'Table',
    path: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
    isShown: (editor) => !inTable(editor),
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  tableTool('Insert row below', 'M4 4.5h16v7H4zM12 15v6M9 18h6', (editor) =>
    editor.chain().focus().addRowAfter().run(),
  ),
  tableTool('Insert column after', 'M4.5 4h7v16h-7zM18 9v6M15 12h6', (editor) =>
    editor.chain().focus().addColumnAfter().run(),
  ),
  tableTool('Delete row', 'M4 4.5h16v7H4zM9 18h6', (editor) => editor.chain().focus().deleteRow().run()),
  tableTool('Delete column', 'M4.5 4h7v16h-7zM15 12h6', (editor) =>
    editor.chain().focus().deleteColumn().run(),
  ),
  tableTool('Header row', 'M4 5h16v14H4zM4 9.5h16M4 7.2h16', (editor) =>
    editor.chain().focus().toggleHeaderRow().run(),
  ),
  tableTool('Header column', 'M4 5h16v14H4zM9 5v14M6.5 5v14', (editor) =>
    editor.chain().focus().toggleHeaderColumn().run(),
  ),
  tableTool('Delete table', 'M4 5h16v14H4zM8 9l8 6M16 9l-8 6', deleteTable),
  { label: 'Divider', path: 'M4 12h16', run: (editor) => editor.chain().focus().setHorizontalRule().run() },
  {
    label: 'Undo',
    path: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
    keys: 'Ctrl Z',
    can: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    label: 'Redo',
    path: 'm16 5 4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
    keys: 'Ctrl Shift Z',
    can: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];
