/** Finds out whether a secret belongs to a database. */
export type SecretCheck = {
  /** Selects what was made with the secret. */
  readonly statement: string
  fits(secret: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<boolean>
}
