/** Opens the search. Looks like a field if there is room, like an icon on a phone. */
import { ConsoleIcon } from '#web/features/admin/shell/icons.tsx';
import { KeyHint } from '#web/features/admin/shell/key-hint.tsx';

export const SearchButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={onPress}
    className="flex items-center gap-2.5 rounded-md text-muted hover:text-ink max-lg:ms-auto max-lg:size-11 max-lg:justify-center max-lg:rounded-full max-lg:hover:bg-surface lg:min-h-9 lg:border lg:border-line lg:bg-surface lg:px-2.5 lg:hover:border-field"
  >
    <ConsoleIcon name="search" className="size-4.5 max-lg:size-5" />
    <span className="grow text-start max-lg:sr-only">Search</span>
    <KeyHint keys="/" />
  </button>
);
