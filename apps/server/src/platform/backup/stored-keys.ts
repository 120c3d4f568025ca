/** Finds the storage keys of the files that rows of the database refer to. */
export type StoredKeyQuery = {
  /** Runs on the snapshot of a backup, and on the restored database. */
  readonly statement: string
  toKeys(row: Readonly<Record<string, unknown>>): readonly string[]
}

/** Runs a statement and returns its rows. */
type RunStatement = (statement: string) => Promise<{ rows: Record<string, unknown>[] }>

/** Returns every key that the database refers to, each once. */
export async function findStoredKeys(queries: readonly StoredKeyQuery[], run: RunStatement): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const { statement, toKeys } of queries) {
    const { rows } = await run(statement)
    for (const row of rows) for (const key of toKeys(row)) keys.add(key)
  }
  return keys
}
