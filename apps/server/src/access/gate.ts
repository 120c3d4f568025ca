import { type Pool } from 'pg'
import { type Db } from '../db/database.ts'
import { statementName } from '../db/prepare.ts'
import { type Reading } from '../db/reading.ts'
import { type Actor } from './actor.ts'

/** What the rows said of a caller is not so any more, or could not be told: the caller has to be asked for anew. */
export class GateClosed extends Error {
  constructor() {
    super('the session does not stand as it was known')
  }
}

/** The way of one read past the session's check. */
export type Gate = {
  /** As the rows of session and person said at an earlier call. */
  readonly actor: Actor
  /** Reads nothing unless the rows still say so: the first statement checks it in itself. */
  readonly tx: Db
  /** Call it before anything is answered. Throws GateClosed when no statement has checked and the rows say otherwise. */
  passed(): Promise<void>
}

/** A session ends by itself after its idle limit (`expires_at`, moved on by use) and 30 days after it began. */
export const standingSession = `sessions s join people p on p.id = s.person_id and p.closed_at is null
  and s.expires_at > now() and s.created_at > now() - interval '30 days'`

const bound = 1_000
const gatedTexts = new Map<string, string>()

/** The statement, answering nothing unless the session stands and the person's row is as it was known. */
function gated(text: string, count: number): string {
  const known = gatedTexts.get(text)
  if (known !== undefined) return known
  const [session, person, role, operator] = [1, 2, 3, 4].map((place) => `$${count + place}`)
  // The condition names no column of the statement, so Postgres looks at it once and before anything else.
  const made = `select q.* from (${text}) q where exists (
    select from ${standingSession} where s.id = ${session} and s.person_id = ${person}
      and p.role = ${role} and p.operator = ${operator})`
  if (gatedTexts.size < bound) gatedTexts.set(text, made)
  return made
}

/** `ask` answers the actor as the rows say now, or undefined. */
export function makeGate(parts: {
  pool: Pool
  reading: Reading
  actor: Actor
  ask: () => Promise<Actor | undefined>
}): Gate {
  const { pool, actor } = parts
  const standing = [actor.sessionId, actor.id, actor.role, actor.operator]
  let open = false

  const check = async () => {
    const now = await parts.ask()
    if (!now || now.role !== actor.role || now.operator !== actor.operator) throw new GateClosed()
    open = true
  }

  const tx = parts.reading(async (text, values) => {
    if (open) return pool.query(statementOf(text, values))
    const answer = await pool.query(statementOf(gated(text, values.length), [...values, ...standing]))
    if (answer.rows.length > 0) open = true
    // No rows: there are none, or the session is over.
    else if (!open) await check()
    return answer
  })
  return { actor, tx, passed: () => (open ? Promise.resolve() : check()) }
}

function statementOf(text: string, values: readonly unknown[]) {
  const name = statementName(text)
  return { text, values: [...values], ...(name === undefined ? {} : { name }) }
}
