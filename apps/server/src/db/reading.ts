import {
  DefaultQueryExecutor,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyProps,
  type QueryResult,
} from 'kysely'
import { type Db } from './database.ts'
import { type Tables } from './tables.ts'

/** Runs one statement and answers its rows. */
export type Ask = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

/** Makes a Db for reads alone, each of whose statements goes through `ask`. Cheap enough to make one a request. */
export type Reading = (ask: Ask) => Db

export function makeReading(dialect: Dialect): Reading {
  const shared = { config: { dialect }, dialect, driver: dialect.createDriver() }
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  return (ask) => {
    const connection: DatabaseConnection = {
      async executeQuery<R>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
        // Kysely's own typing of what a statement answers is the caller's word.
        return (await ask(sql, parameters)) as QueryResult<R>
      },
      streamQuery() {
        throw new Error('a read is not streamed')
      },
    }
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    })
    return new Kysely<Tables>({ ...shared, executor } satisfies KyselyProps)
  }
}
