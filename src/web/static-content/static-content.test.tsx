/** What a part draws as data is what it draws by itself, and what cannot travel is refused before anybody misses it. */
import { type ReactNode, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { sections as privacy } from '#web/features/policies/privacy-policy.tsx';
import { sections as refunds } from '#web/features/policies/refund-policy.tsx';
import { sections as terms } from '#web/features/policies/terms.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toStaticContent } from './static-content.ts';
import { StaticPart } from './static-part.tsx';

const drawn = (node: ReactNode): string => renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>);
/** Without the marks of what stays on one line, which only a part that travels has. */
const travelled = (node: ReactNode): string =>
  drawn(<StaticPart part={toStaticContent(node)} />).replace(/<span class="whitespace-nowrap">([^<]*)<\/span>/g, '$1');

const Greeting = ({ name }: { name: string }) => (
  <>
    Hello {name}, {1 + 1} things <Icon name="check" />
    {false}
    {null}
    {['a', 'b'].map((email) => (
      <b key={email}>{email}</b>
    ))}
  </>
);

test('components, fragments, lists and pieces of text look the same, and pieces of text become one', () => {
  const part = (
    <p className="text-lg" hidden>
      <Greeting name="Ada" />
    </p>
  );
  expect(travelled(part)).toBe(drawn(part));
  expect(toStaticContent(<Greeting name="Ada" />)).toContain('["Hello Ada, 2 things ",["svg"');
});

test('what must not be torn apart stays on one line', () => {
  expect(drawn(<StaticPart part={toStaticContent(<p>Best zero-{'tax'} states</p>)} />)).toBe(
    '<p>Best <span class="whitespace-nowrap">zero-tax</span> states</p>',
  );
});

test('a link stays the one component that is alive', () => {
  const part = <ButtonLink to="/products">See the products</ButtonLink>;
  expect(toStaticContent(part)).toContain('[["Link",{');
  expect(travelled(part)).toBe(drawn(part));
});

describe('the sections of each policy', () => {
  for (const [name, sections] of Object.entries({ privacy, refunds, terms }))
    test(name, () => {
      for (const { body } of sections) expect(travelled(body)).toBe(drawn(body));
    });
});

const Counter = () => <b>{useState(0)[0]}</b>;

test('what has a life of its own is refused, because it would be static for ever', () => {
  expect(() => toStaticContent(<Counter />)).toThrow();
  expect(() => toStaticContent(<button type="button" onClick={() => undefined} />)).toThrow('The attribute onClick cannot travel as data');
  expect(() => toStaticContent(Promise.resolve('late'))).toThrow('This cannot travel as data');
});
