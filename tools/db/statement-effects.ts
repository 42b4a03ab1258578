/**
 * Classifies the effect of a migration statement on a running shop (record 0062). `takes`: a running version
 * could miss the object, or read a value that it does not know. `holds`: customers would wait for a lock. A
 * statement that is not known to be harmless is rejected.
 */
import type { AlterTableCmd, ColumnDef, Constraint, Node, RangeVar } from 'libpg-query';

export type Effect = { kind: 'takes' | 'holds'; why: string };

const takes = (why: string): Effect => ({ kind: 'takes', why });
const holds = (why: string): Effect => ({ kind: 'holds', why });

/** New objects that no earlier version uses, and comments. */
const harmless = [
  ...[
    'CreateEnumStmt',
    'CompositeTypeStmt',
    'CreateDomainStmt',
    'CreateSeqStmt',
    'CreateExtensionStmt',
    'CommentStmt',
    'CreateStatsStmt',
  ],
  'CreateSchemaStmt',
];
/** They lock a table only for a moment. */
const harmlessChanges = [
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_SetCompression',
];
const serials = ['serial', 'serial2', 'serial4', 'serial8', 'smallserial', 'bigserial'];
/** These defaults are the same for every existing row, so no row is rewritten. */
const stableFunctions = ['now', 'statement_timestamp', 'transaction_timestamp'];

/** `created` holds the tables created in the same file, which are not in use yet. */
export function effectsOn(statement: Node, created: Set<string>): Effect[] {
  const isNew = (table: RangeVar | undefined): boolean => created.has(table?.relname ?? '');
  if ('CreateStmt' in statement || 'CreateTableAsStmt' in statement) return [];
  if ('IndexStmt' in statement) {
    return isNew(statement.IndexStmt.relation)
      ? []
      : [holds('an index of a table in use is built concurrently, in a separate file')];
  }
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt;
    return isNew(relation)
      ? []
      : cmds.flatMap((each) => ('AlterTableCmd' in each ? changeOfTable(each.AlterTableCmd) : []));
  }
  if ('InsertStmt' in statement) {
    const { relation, selectStmt } = statement.InsertStmt;
    const isList =
      selectStmt !== undefined &&
      'SelectStmt' in selectStmt &&
      selectStmt.SelectStmt.valuesLists !== undefined;
    return isNew(relation) || isList ? [] : [holds('rows made of other rows are added in batches')];
  }
  if ('UpdateStmt' in statement)
    return isNew(statement.UpdateStmt.relation) ? [] : [holds('existing rows are updated in batches')];
  if ('CreateTrigStmt' in statement)
    return isNew(statement.CreateTrigStmt.relation)
      ? []
      : [takes('a trigger changes writes of the previous version')];
  if ('CreateFunctionStmt' in statement)
    return statement.CreateFunctionStmt.replace ? [takes('a function in use would behave differently')] : [];
  if ('ViewStmt' in statement)
    return statement.ViewStmt.replace ? [takes('a view in use would return something else')] : [];
  if ('GrantStmt' in statement) return statement.GrantStmt.is_grant ? [] : [takes('a privilege is revoked')];
  if ('DropStmt' in statement) return [takes('something is dropped')];
  if ('RenameStmt' in statement) return [takes('something is renamed')];
  const [kind = ''] = Object.keys(statement);
  return harmless.includes(kind)
    ? []
    : [takes(`${kind} is not known to be harmless`), holds(`${kind} is not known to be short`)];
}

function changeOfTable({ subtype = 'AT_AddColumn', def }: AlterTableCmd): Effect[] {
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return newColumn(def.ColumnDef);
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return newConstraint(def.Constraint);
  switch (subtype) {
    case 'AT_ColumnDefault':
      return def === undefined
        ? [takes('without the default, inserts of the previous version would fail')]
        : [];
    case 'AT_DropColumn':
      return [takes('a column is dropped')];
    case 'AT_DropConstraint':
      return [takes('a constraint is dropped: the previous version could read unexpected values')];
    case 'AT_DropNotNull':
      return [takes('the previous version would read nulls')];
    case 'AT_SetNotNull':
      return [takes('writes of the previous version would fail'), holds('every row is read under a lock')];
    case 'AT_AlterColumnType':
      return [takes('the type of a column changes'), holds('every row is rewritten under a lock')];
    case 'AT_ValidateConstraint':
      return [holds('a constraint is validated in a separate file')];
    default:
      return harmlessChanges.includes(subtype)
        ? []
        : [takes(`${subtype} is not known to be harmless`), holds(`${subtype} is not known to be short`)];
  }
}

function newColumn({ colname = '', typeName, constraints = [] }: ColumnDef): Effect[] {
  const all = constraints.flatMap((each) => ('Constraint' in each ? [each.Constraint] : []));
  const has = (...kinds: Constraint['contype'][]): Constraint | undefined =>
    all.find(({ contype }) => kinds.includes(contype));
  const type = typeName?.names?.at(-1);
  const isSerial = type !== undefined && 'String' in type && serials.includes(type.String.sval ?? '');
  const columnDefault = has('CONSTR_DEFAULT');
  const effects = [
    has('CONSTR_NOTNULL') &&
      !columnDefault &&
      takes(
        `the new column ${colname} must not be null and has no default: the previous version does not set it`,
      ),
    ((columnDefault && !isSameForAll(columnDefault.raw_expr)) ||
      isSerial ||
      has('CONSTR_IDENTITY', 'CONSTR_GENERATED')) &&
      holds(
        `the new column ${colname} has a different value in each row, so every row is rewritten under a lock`,
      ),
    has('CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY') &&
      holds(
        `every row is read for the constraint of ${colname}: add it as "not valid", or an index concurrently`,
      ),
  ];
  return effects.filter((doubt): doubt is Effect => typeof doubt === 'object');
}

function isSameForAll(value: Node | undefined): boolean {
  if (value === undefined || 'A_Const' in value || 'SQLValueFunction' in value) return true;
  if ('TypeCast' in value) return isSameForAll(value.TypeCast.arg);
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).every(isSameForAll);
  if (!('FuncCall' in value)) return false;
  const name = value.FuncCall.funcname?.at(-1);
  return name !== undefined && 'String' in name && stableFunctions.includes(name.String.sval ?? '');
}

function newConstraint({ contype, skip_validation: isNotValid, indexname }: Constraint): Effect[] {
  if (isNotValid || indexname) return [];
  if (contype === 'CONSTR_NOTNULL')
    return [takes('writes of the previous version would fail'), holds('every row is read under a lock')];
  return [
    holds(
      'every row is read under a lock: add the constraint as "not valid", or build its index concurrently first',
    ),
  ];
}
