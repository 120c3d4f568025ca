import { type UserId } from '@veranda/core/ids.ts'
import { sql } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { type Db } from '../../../platform/db/database.ts'

/** Below the largest int4, with too many digits to be in another number by chance. */
const firstNumber = 1_700_000_000

/** One column, as the catalogue of Postgres describes it. */
type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  /** It has to be given: it is neither nullable, nor computed, nor has it a default. */
  readonly required: boolean
  /** It is computed by the database. */
  readonly computed: boolean
  readonly isText: boolean
  /** The table that it refers to, alone or as the first of several columns; null for none. */
  readonly references: string | null
}
type Values = Record<string, unknown>
/** Values that a row needs besides what it has to have, by table; a function gives each row its own. */
export type Facts = Readonly<Record<string, Values>>

/**
 * Writes rows about users into any table: what a row has to have is made up, and whatever it refers to is written as
 * well. It takes the checks and triggers of its database away, and that a page belongs to a creator, so the database is of no use for anything else.
 */
export class RowWriter {
  readonly #db: Db
  readonly #facts: Facts
  readonly #fillsAll: boolean
  #columns: readonly Column[] = []
  #count = 0

  private constructor(db: Db, facts: Facts, fillsAll: boolean) {
    this.#db = db
    this.#facts = facts
    this.#fillsAll = fillsAll
  }

  /** With `fillsAll` a row gets a value in every column that refers to no other row, not only in those that need one. */
  static async open(db: Db, facts: Facts = {}, { fillsAll = false } = {}): Promise<RowWriter> {
    const writer = new RowWriter(db, facts, fillsAll)
    writer.#columns = await readColumns(db)
    await sql`
      do $$ declare c record; begin
        for c in select conrelid::regclass as name, conname from pg_constraint
          where (contype in ('c', 'x') or confrelid = 'creators'::regclass) and connamespace = 'public'::regnamespace
        loop execute format('alter table %s drop constraint %I', c.name, c.conname); end loop;
        for c in select distinct tgrelid::regclass as name from pg_trigger t join pg_class r on r.oid = t.tgrelid
          where r.relnamespace = 'public'::regnamespace and not t.tgisinternal
        loop execute format('alter table %s disable trigger user', c.name); end loop;
      end $$`.execute(db)
    return writer
  }

  /** Lets the triggers run again that refuse changes: what follows meets them as in production. */
  async enableTriggers(): Promise<void> {
    await sql`
      do $$ declare c record; begin
        for c in select distinct tgrelid::regclass as name from pg_trigger t join pg_class r on r.oid = t.tgrelid
          where r.relnamespace = 'public'::regnamespace and not t.tgisinternal
        loop execute format('alter table %s enable trigger user', c.name); end loop;
      end $$`.execute(this.#db)
  }

  /**
   * Writes a row whose `column` is the user. Everyone else in it is `other`, and what it refers to is the user's, or that
   * of `parentsOf`. Returns the values that no other row has.
   */
  async write(row: NewRow): Promise<string[]> {
    return (await this.writeColumns(row)).map(({ text }) => text)
  }

  /** Writes a row as `write` does. Returns the values that no other row has, each with its table and column. */
  async writeColumns(row: NewRow): Promise<OwnValue[]> {
    const { table, column, user, other, parentsOf = user } = row
    const facts = { ...(column !== undefined && { [column]: user }), ...row.facts }
    return (await this.#insert(table, { filledWith: other, parentsOf, facts })).own
  }

  async #insert(
    table: string,
    { filledWith, parentsOf, facts: more }: { filledWith: UserId; parentsOf: UserId; facts?: Values },
  ): Promise<Inserted> {
    const values: Values = {}
    const own: OwnValue[] = []
    const facts = { ...this.#facts[table], ...more }
    for (const column of this.#columns.filter((one) => one.table === table)) {
      const { name, references } = column
      const given = facts[name]
      if (typeof given === 'function') {
        values[name] = String(given())
        own.push({ column: `${table}.${name}`, text: String(values[name]) })
      } else if (given !== undefined) values[name] = given
      else if (isOfUser(column)) {
        if (column.required || filledWith === parentsOf) values[name] = filledWith
      } else if (!column.required && (!this.#fillsAll || column.computed || references !== null)) continue
      else if (references === null) {
        const made = this.#makeUp(column)
        values[name] = made.value
        if (made.isUnique) own.push(...made.texts.map((text) => ({ column: `${table}.${name}`, text })))
      } else {
        const parent = await this.#insert(references, { filledWith: parentsOf, parentsOf })
        values[name] = parent.id
        own.push({ column: `${table}.${name}`, text: String(parent.id) })
      }
    }
    const names = Object.keys(values)
    const { rows } = await sql<{ id: unknown }>`
      insert into ${sql.table(table)} as x (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => sql`${values[name]}`))}) on conflict do nothing
      returning to_jsonb(x) -> 'id' as id`.execute(this.#db)
    return { id: rows[0]?.id ?? values['id'] ?? values[names[0] ?? ''], own }
  }

  #makeUp({ type, isText }: Column): { value: unknown; isUnique: boolean; texts: string[] } {
    this.#count += 1
    const text = `row-${this.#count}-${randomBytes(6).toString('hex')}`
    const unique = (value: unknown, ...texts: string[]) => ({ value, isUnique: true, texts })
    const common = (value: unknown) => ({ value, isUnique: false, texts: [] })
    if (isText) return unique(text, text)
    const id = randomUUID()
    const at = new Date(Date.UTC(2030, 0, 1) + this.#count * 1_000)
    switch (type) {
      case 'uuid':
        return unique(id, id)
      case 'jsonb':
        return unique(JSON.stringify({ text }), text)
      case 'timestamptz':
        return unique(at, at.toISOString().slice(0, 19))
      case 'date':
        return common('2030-01-01')
      case 'bool':
        return common(false)
      case '_text':
        return unique([text], text)
      case 'tsvector':
      case 'tstzrange':
        return common(type === 'tsvector' ? '' : 'empty')
      case 'bytea':
        return common(Buffer.from(text))
      case 'int4':
      case 'int8': {
        const number = firstNumber + this.#count
        return this.#fillsAll ? unique(number, String(number)) : common(this.#count)
      }
      default:
        return common(this.#count)
    }
  }
}

type NewRow = {
  readonly table: string
  readonly column?: string
  readonly user: UserId
  readonly other: UserId
  readonly parentsOf?: UserId
  readonly facts?: Values
}
/** A value that no other row has, as JSON has it, with its column as `table.column`. */
export type OwnValue = { readonly column: string; readonly text: string }
type Inserted = { readonly id: unknown; readonly own: OwnValue[] }

/** The page of a creator has its user's id. */
function isOfUser({ references, name }: Column): boolean {
  return references === 'users' || references === 'creators' || (references === null && name === 'user_id')
}

async function readColumns(db: Db): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, t.typname as type, t.typcategory = 'S' as "isText",
      a.attidentity <> '' or a.attgenerated <> '' as computed,
      a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as required,
      (select f.confrelid::regclass::text from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.conkey[1] = a.attnum limit 1) as references
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`.execute(db)
  return rows
}
