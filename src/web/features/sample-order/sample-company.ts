/** Whoever stands in the documents of the sample order. Nobody of them exists, and an EIN of zeros is assigned to nobody. */
export const sampleCompany = { name: 'Blue Harbor Trading LLC', state: 'Wyoming', owner: 'Ama Mensah', ein: '00-0000000' };
