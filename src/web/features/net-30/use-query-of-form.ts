/**
 * A form whose answer stands beside it. Without a script its button asks the server for this page with the form's words in the address; with
 * one, the answer changes as they do, and the address stays.
 */
import { type FormEvent, useState } from 'react';

type Live = {
  query: URLSearchParams;
  form: { onChange(event: FormEvent<HTMLFormElement>): void; onSubmit(event: FormEvent<HTMLFormElement>): void };
};

/** `asked`: what the address said when the page was drawn. */
export function useQueryOfForm(asked: string): Live {
  const [query, setQuery] = useState(() => new URLSearchParams(asked));
  const read = (form: HTMLFormElement): void =>
    setQuery(new URLSearchParams([...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)])));
  return {
    query,
    form: {
      onChange: (event) => read(event.currentTarget),
      onSubmit: (event) => {
        event.preventDefault();
        const { currentTarget: form } = event;
        read(form);
        // After what is wrong is drawn: it may stand above what is to be seen.
        requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      },
    },
  };
}
