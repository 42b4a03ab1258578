/**
 * Finds a country by part of its name. Uses Base UI's combobox. A separate file, because only forms need it.
 */
import { Combobox } from '@base-ui/react/combobox';
import { type Ref, useState } from 'react';
import type { Country } from './countries.ts';
import { controlStyle } from '#web/ui/control-style.ts';
import { useLanguage } from '#web/language.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { findCountries } from './country-search.ts';
import type { CountrySelectProps } from './country-select.tsx';

export function CountrySearchField({
  all,
  value,
  onValueChange,
  onBlur,
  name,
  autoComplete,
  controlRef,
  ...control
}: CountrySelectProps) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const { say } = useLanguage();
  const chosen = all.find(({ code }) => code === value) ?? null;
  const [typed, setTyped] = useState(chosen?.name ?? '');
  // Set from outside, such as by a restored form, or named only now.
  const [shown, setShown] = useState(chosen);
  if (chosen !== shown) {
    setShown(chosen);
    if (chosen !== null) setTyped(chosen.name);
  }
  const found = chosen?.name === typed ? all : findCountries(all, typed);
  /** On blur, an unambiguous text selects its country. */
  const leave = () => {
    const [first, second] = found;
    const isClear =
      typed.trim() !== '' &&
      first !== undefined &&
      (second === undefined || first.name.toLowerCase() === typed.trim().toLowerCase());
    if (isClear && first.code !== value) onValueChange(first.code);
    onBlur?.();
  };
  return (
    <Combobox.Root
      items={all}
      filteredItems={found}
      value={chosen}
      onValueChange={(country) => onValueChange(country?.code ?? '')}
      inputValue={typed}
      onInputValueChange={setTyped}
      itemToStringLabel={(country: Country) => country.name}
      itemToStringValue={(country: Country) => country.code}
      name={name}
      autoComplete={autoComplete}
      autoHighlight
    >
      <div
        ref={(frame) => setLayer(frame && (frame.closest('dialog') ?? document.body))}
        className="relative"
      >
        <Combobox.Input
          {...control}
          ref={controlRef as Ref<HTMLInputElement>}
          onBlur={leave}
          placeholder={say('Choose a country')}
          autoCapitalize="words"
          spellCheck={false}
          aria-required
          className={`${controlStyle} pe-12`}
        />
        <Combobox.Trigger
          tabIndex={-1}
          aria-label={say('Show all countries')}
          className="absolute end-0 top-0 grid h-full w-12 place-items-center text-muted"
        >
          <Icon name="chevron" className="size-5" />
        </Combobox.Trigger>
      </div>
      <Results layer={layer} />
    </Combobox.Root>
  );
}

/** `layer`: the dialog around the field. Otherwise the list would be rendered below it. */
const Results = ({ layer }: { layer: HTMLElement | null }) => {
  const { say } = useLanguage();
  return (
    <Combobox.Portal container={layer}>
      <Combobox.Positioner sideOffset={4} className="z-30 outline-none">
        <Combobox.Popup className="max-h-80 w-(--anchor-width) overflow-y-auto overscroll-contain rounded-md border border-line bg-surface text-ink shadow-lift">
          <Combobox.Empty className="px-3.5 text-muted empty:hidden">
            <p className="py-3">{say('No country found. Check the spelling.')}</p>
          </Combobox.Empty>
          <Combobox.List aria-label={say('Countries')} className="py-1 empty:hidden">
            {(country: Country) => (
              <Combobox.Item
                key={country.code}
                value={country}
                className="flex min-h-11 cursor-default items-center justify-between gap-3 px-3.5 py-2 data-highlighted:bg-sunk"
              >
                {country.name}
                <Combobox.ItemIndicator>
                  <Icon name="check" className="size-5 text-credit" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
};
