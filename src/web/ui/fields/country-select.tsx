/**
 * The country field. It starts as a native select, which stays if the search cannot be loaded. The search
 * replaces it once it has loaded and the select is not focused.
 */
import { type ComponentType, type Ref, useEffect, useRef, useState } from 'react';
import type { Country } from './countries.ts';
import type { FieldControl } from '#web/ui/field.tsx';
import { useLanguage } from '#web/language.tsx';
import { Select } from '#web/ui/select.tsx';

export type CountrySelectProps = FieldControl & {
  all: Country[];
  /** An ISO code; empty while nothing is selected. */
  value: string;
  onValueChange: (code: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
  name: string;
  autoComplete: 'country' | 'billing country';
  controlRef?: Ref<HTMLElement>;
};

type Search = ComponentType<CountrySelectProps>;
let loaded: Search | null = null;

/** `mayLoad`: false while the user only reads the page. */
export function CountrySelect({ mayLoad = true, ...props }: CountrySelectProps & { mayLoad?: boolean }) {
  const [Search, setSearch] = useState(() => loaded);
  const { say } = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!mayLoad || Search !== null) return;
    let isCurrent = true;
    const show = () => {
      const select = frame.current?.querySelector('select');
      if (select && select === document.activeElement)
        select.addEventListener('blur', () => setTimeout(show), { once: true });
      else if (isCurrent) setSearch(() => loaded);
    };
    import('./country-search-field.tsx').then(
      (file) => {
        loaded = file.CountrySearchField;
        show();
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [mayLoad, Search]);
  if (Search !== null) return <Search {...props} />;
  const { all, value, onValueChange, controlRef, ...rest } = props;
  return (
    <div ref={frame}>
      <Select
        {...rest}
        ref={controlRef as Ref<HTMLSelectElement>}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
        required
      >
        <option value="">{say('Choose a country')}</option>
        {all.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
