/** The five questions in order, with the allowed answers. Names and values appear in the address. */

export const questions = [
  {
    name: 'live',
    asks: 'Where do you live?',
    hint: null,
    choices: [
      { value: 'abroad', says: 'Outside the United States', hint: null },
      { value: 'us', says: 'In the United States', hint: null },
    ],
  },
  {
    name: 'sell',
    asks: 'What will you sell?',
    hint: null,
    choices: [
      {
        value: 'services',
        says: 'Services',
        hint: 'Your own or your team’s work: design, consulting, development',
      },
      {
        value: 'software',
        says: 'Software or digital products',
        hint: 'Apps, subscriptions, courses, downloads',
      },
      {
        value: 'goods',
        says: 'Goods',
        hint: 'Anything that is shipped, from your own shop or through a marketplace',
      },
      { value: 'undecided', says: 'I don’t know yet', hint: null },
    ],
  },
  {
    name: 'partners',
    asks: 'Who will own the company?',
    hint: null,
    choices: [
      { value: 'alone', says: 'Just me', hint: null },
      { value: 'partners', says: 'Me and one or more partners', hint: 'Without outside investors' },
      {
        value: 'perhaps',
        says: 'Founders now, perhaps US investors later',
        hint: 'No investor has asked for shares yet',
      },
      {
        value: 'investors',
        says: 'Founders and US investors',
        hint: 'You plan to sell shares within the next two years',
      },
    ],
  },
  {
    name: 'visa',
    asks: 'Do you plan to apply for a US visa?',
    hint: 'You can own a US company and run it from abroad without one.',
    choices: [
      { value: 'no', says: 'No', hint: null },
      { value: 'yes', says: 'Yes, to work in my business in the US or to invest', hint: null },
      { value: 'undecided', says: 'I don’t know yet', hint: null },
    ],
  },
  {
    name: 'when',
    asks: 'When do you want to start?',
    hint: null,
    choices: [
      { value: 'now', says: 'Now', hint: null },
      { value: 'soon', says: 'In the next three months', hint: null },
      { value: 'running', says: 'My US company is already registered', hint: null },
    ],
  },
] as const;

export type Question = (typeof questions)[number];
export type QuestionName = Question['name'];
export type Answers = { [Q in Question as Q['name']]: Q['choices'][number]['value'] };
