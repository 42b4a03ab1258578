/** Fictional people and companies of the sample order. An EIN of zeros is never assigned. */
export const sampleCompany = {
  name: 'Blue Harbor Trading LLC',
  state: 'Wyoming',
  owner: 'Ama Mensah',
  ein: '00-0000000',
};
