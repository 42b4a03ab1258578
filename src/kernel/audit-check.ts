/** Number of nights in which all older entries of the audit log are checked once more, a part each night. */
export const nightsOfAuditCheck = 28;
