/**
 * A form with its result beside it. Without a script its button requests this page with the form's values in
 * the address. With one, the result updates while typing and the address stays.
 */
import { type FormEvent, useState } from 'react';

type Live = {
  query: URLSearchParams;
  form: {
    onChange(event: FormEvent<HTMLFormElement>): void;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
  };
};

/** `initial`: the query when the page was rendered. */
export function useQueryOfForm(initial: string): Live {
  const [query, setQuery] = useState(() => new URLSearchParams(initial));
  const read = (form: HTMLFormElement): void =>
    setQuery(
      new URLSearchParams(
        [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]),
      ),
    );
  return {
    query,
    form: {
      onChange: (event) => read(event.currentTarget),
      onSubmit: (event) => {
        event.preventDefault();
        const { currentTarget: form } = event;
        read(form);
        // After the errors are rendered: an error may be above the visible area.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      },
    },
  };
}
