import { createHmac, hash } from 'node:crypto'
import { minute, second } from '@veranda/core/time/instant.ts'
import { sql } from 'kysely'
import { type Clock } from '../clock/clock.ts'
import { type Db } from '../db/database.ts'
import { type Env } from '../../env.ts'
import { addressKey } from '../http/limits/rate-limit.ts'
import { type Logger } from '../logger.ts'

/**
 * Rows that this node begins in a minute for an action; further failures of that minute are counted without account and
 * address. Each action has its own, so that a flood of one does not hide who does another.
 */
export const maxFailureRowsPerMinute = 200
/** A row that exists is counted up at most this often, so that a flood of refusals is no flood of writes. */
const countIntervalMs = second

/** A refused attempt. Never put a password or a typed address into it, except as `unknownEmail`. */
export type Failure = {
  /** The event in the past tense: `account.sign-in-failed`. */
  readonly action: string
  readonly reason: string
  /** The user whose account it was about, if it has one. */
  readonly userId: string | null
  /** A typed address that no account has, in its normal form. Only a keyed hash of it is stored. */
  readonly unknownEmail?: string
  /** The website or host name that the request named. A row has that of its first attempt. */
  readonly site?: string
  readonly request: { readonly id: string; readonly ip: string; readonly userAgent: string | null }
}

export type FailureLog = {
  /** Counts a failure. Returns at once, because a refusal waits for no write and its transaction rolls back. */
  record(failure: Failure): void
  /** Resolves when everything recorded so far is written. */
  flush(): Promise<void>
}

type Row = {
  readonly id: string
  readonly action: string
  readonly user_id: string | null
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly request_id: string | null
  readonly facts: object
  readonly at: Date
  count: number
}

type Parts = {
  readonly db: Db
  readonly clock: Clock
  readonly env: Pick<Env, 'secret'>
  readonly log: Logger
  /** Runs for each failure, before it is written. */
  readonly onFailure?: (failure: Failure) => void
}

/**
 * Makes the log of refused attempts: rows of the audit log, one per action, reason, account and address of the network
 * in a minute, with a count. They are written outside of the refused transaction and are bounded, so that an attacker
 * cannot fill the disk.
 */
export function makeFailureLog(parts: Parts): FailureLog {
  return new BoundedFailureLog(parts)
}

class BoundedFailureLog implements FailureLog {
  readonly #parts: Parts
  /** Rows that are not written yet, by id. */
  #pending = new Map<string, Row>()
  /** The rows of this minute that this node has begun, and how many of each action. */
  readonly #begun = new Set<string>()
  readonly #begunByAction = new Map<string, number>()
  #minute = 0
  #writing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  record(failure: Failure): void {
    this.#parts.onFailure?.(failure)
    const at = this.#parts.clock.now()
    const currentMinute = Math.floor(at / minute)
    if (currentMinute !== this.#minute) {
      this.#minute = currentMinute
      this.#begun.clear()
      this.#begunByAction.clear()
    }
    const row = this.#rowOf(failure, at)
    const known = this.#pending.get(row.id)
    if (known) known.count += 1
    else this.#pending.set(row.id, row)
    if (!this.#begun.has(row.id)) {
      this.#begun.add(row.id)
      this.#begunByAction.set(row.action, this.#begunOf(row.action) + 1)
      void this.flush()
    } else this.#timer ??= setTimeout(() => void this.flush(), countIntervalMs).unref()
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  #begunOf(action: string): number {
    return this.#begunByAction.get(action) ?? 0
  }

  #rowOf({ action, reason, userId, unknownEmail, site, request }: Failure, at: number): Row {
    const address = addressKey(request.ip)
    const emailHash = unknownEmail === undefined ? undefined : hashEmail(unknownEmail, this.#parts.env)
    const id = rowId([action, reason, userId ?? emailHash ?? '', address, this.#minute])
    const base = { action, at: new Date(at), count: 1 }
    if (!this.#begun.has(id) && this.#begunOf(action) >= maxFailureRowsPerMinute) {
      const unnamed = { user_id: null, ip_address: null, user_agent: null, request_id: null }
      return { id: rowId([action, reason, this.#minute]), ...base, ...unnamed, facts: { reason } }
    }
    return {
      id,
      ...base,
      user_id: userId,
      ip_address: address,
      user_agent: request.userAgent,
      request_id: request.id,
      facts: { reason, ...(emailHash === undefined ? {} : { emailHash }), ...(site === undefined ? {} : { site }) },
    }
  }

  async #write(): Promise<void> {
    if (this.#pending.size === 0) return
    const rows = [...this.#pending.values()]
    this.#pending = new Map()
    try {
      await this.#parts.db
        .insertInto('audit_log')
        .values(
          rows.map(({ count, facts, ...row }) => ({
            ...row,
            actor_id: null,
            data: JSON.stringify({ ...facts, count }),
          })),
        )
        .onConflict((c) =>
          c.column('id').doUpdateSet({
            data: sql`audit_log.data || jsonb_build_object(
              'count', (audit_log.data ->> 'count')::bigint + (excluded.data ->> 'count')::bigint)`,
          }),
        )
        .execute()
    } catch (error) {
      const lost = rows.reduce((sum, { count }) => sum + count, 0)
      this.#parts.log.error({ err: error, lost }, 'writing failed attempts to the audit log failed')
    }
  }
}

/** Returns an id that every node gives to the same row, so that they count it together. */
function rowId(parts: readonly (string | number)[]): string {
  const hex = hash('sha256', JSON.stringify(parts))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Returns a keyed hash by which attempts at one unknown address can be grouped, and which does not reveal the address. */
function hashEmail(email: string, { secret }: Pick<Env, 'secret'>): string {
  return createHmac('sha256', secret ?? '')
    .update(`e-mail ${email}`)
    .digest('hex')
    .slice(0, 32)
}
