/** Steps that several stories share. */
import { randomUUID } from 'node:crypto';
import { a, type Visitor } from './visitor.ts';

const cardFrame = 'Secure payment input frame';
const password = 'nine blue bicycles';

export const aPerson = () => ({
  firstName: 'Kofi',
  lastName: 'Mensah',
  email: `kofi.${randomUUID().slice(0, 8)}@example.com`,
});
export type Person = ReturnType<typeof aPerson>;

export async function addToCart(visitor: Visitor, product: string): Promise<void> {
  await visitor.press(a.button('Add to cart', a.product(product)));
  await visitor.see(a.link('Go to cart', a.product(product)));
}

export async function toCheckout(visitor: Visitor): Promise<void> {
  await visitor.press(a.link('Check out now'));
  await visitor.see(a.text('Billing details'));
}

export async function fillBilling(visitor: Visitor, person: Person): Promise<void> {
  await visitor.fill('First name', person.firstName);
  await visitor.fill('Last name', person.lastName);
  await visitor.fill('Email', person.email);
  await visitor.fill('Confirm Email', person.email);
  await visitor.lookUp('Country', 'Ghana');
  await visitor.fill('Phone number', '+233 20 123 4567');
  await visitor.fill('Address', '12 Ring Road, Accra');
}

export async function fillCard(visitor: Visitor, number: string): Promise<void> {
  await visitor.fill('Card number', number, cardFrame);
  await visitor.fill('Expiration date', '12 / 34', cardFrame);
  await visitor.fill('Security code', '123', cardFrame);
}

/** Buys on the Spanish pages. The card fields are the processor's. */
export async function buyInSpanish(visitor: Visitor, person: Person): Promise<void> {
  await visitor.open('/es/products/ein-filing');
  await visitor.press(a.button('Añadir al carrito', '//main'));
  await visitor.see(a.link('Ir al carrito', '//main'));
  await visitor.open('/es/checkout');
  await visitor.fill('Nombre', person.firstName);
  await visitor.fill('Apellido', person.lastName);
  await visitor.fill('Correo electrónico', person.email);
  await visitor.fill('Confirme el correo electrónico', person.email);
  await visitor.lookUp('País', 'Ghana');
  await visitor.fill('Número de teléfono', '+233 20 123 4567');
  await visitor.fill('Dirección', '12 Ring Road, Accra');
  await fillCard(visitor, '4242424242424242');
  await visitor.press(a.button('Completar pedido'));
  await visitor.arrive('/es/payment-successful');
}

export async function register(visitor: Visitor, person: Person): Promise<void> {
  await visitor.open('/register');
  await visitor.fill('First name', person.firstName);
  await visitor.fill('Last name', person.lastName);
  await visitor.fill('Username', 'kofi');
  await visitor.fill('Email', person.email);
  await visitor.fill('Address', '12 Ring Road');
  await visitor.fill('City', 'Accra');
  await visitor.lookUp('Country', 'Ghana');
  await visitor.fill('Contact number', '+233 20 123 4567');
  await visitor.fill('Password', password);
  await visitor.fill('Confirm Password', password);
  await visitor.press(a.button('Submit', '//main'));
  await visitor.arrive('/register-success');
}

export async function logIn(
  visitor: Visitor,
  { email }: Pick<Person, 'email'>,
  typed = password,
): Promise<void> {
  await visitor.fill('Email', email);
  await visitor.fill('Password', typed);
  await visitor.press(a.button('Login', '//main'));
  await visitor.arrive('/products');
}
