/** In how many nights all older entries of the audit log are gone through once more, a part each night. */
export const nightsOfAuditCheck = 28;
