type Row = Readonly<Record<string, unknown>>
type RowReader = { query(statement: string): Promise<{ rows: Row[] }> }

/** Finds out whether a secret belongs to a database. */
export type SecretCheck = {
  /** Selects what was encrypted with the secret. */
  readonly statement: string
  fits(secret: string, rows: readonly Row[]): Promise<boolean>
}

/** Returns whether everything that these checks select can be read with this secret. */
export async function isSecretOf(
  database: RowReader,
  checks: readonly SecretCheck[],
  secret: string,
): Promise<boolean> {
  for (const { statement, fits } of checks) {
    if (!(await fits(secret, (await database.query(statement)).rows))) return false
  }
  return true
}
