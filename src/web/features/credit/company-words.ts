/** Labels for business types and roles. */
import type { Company } from './credit-api.ts';

export const entityNames: Record<Company['entityType'], string> = {
  llc: 'LLC',
  corporation: 'Corporation',
  partnership: 'Partnership',
  nonprofit: 'Nonprofit',
  other: 'Other',
};

export const roleNames: Record<Company['applicantRole'], string> = {
  owner: 'Owner',
  officer: 'Officer',
  member: 'Member',
  manager: 'Manager',
  other: 'Other',
};
