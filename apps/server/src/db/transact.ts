import { type Refused } from '@veranda/core/result.ts'
import { type Db, type Tx } from './database.ts'
import { touchedBy, type Wake } from './wake.ts'

class RolledBack extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('rolled back by a refusal')
    this.answer = answer
  }
}

/**
 * Runs `work` in one transaction, then wakes whoever waits for what it touched. A throw or a refused Result rolls
 * back; the refusal is still returned. A deadlock or serialization failure runs the work again, at most three times,
 * so the work must do nothing but read and write through `t`.
 */
export async function transact<T>(deps: { db: Db; wake: Wake }, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let tx: Tx | undefined
    try {
      const answer = await deps.db.transaction().execute(async (t) => {
        tx = t
        const value = await work(t)
        if (isRefused(value)) throw new RolledBack(value)
        return value
      })
      const touched = tx && touchedBy(tx)
      if (touched) deps.wake.committed(touched)
      return answer
    } catch (error) {
      // The answer was made by `work`, so it is a T.
      if (error instanceof RolledBack) return error.answer as T
      if (attempt >= 3 || !isRepeatable(error)) throw error
    }
  }
}

function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false && 'refusal' in value
}

function isRepeatable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
