import { type AccountEvent } from '@veranda/core/accounts/events.ts'
import { type PersonId } from '@veranda/core/ids.ts'
import { type Instant } from '@veranda/core/time/instant.ts'
import { audit } from '../../audit/audit.ts'
import { type Tx } from '../../db/database.ts'
import { touch } from '../../db/wake.ts'
import { type RequestInfo } from '../../http/serve.ts'
import { append } from '../../log/append.ts'

type Ending = { person: PersonId; sessionIds: readonly string[]; at: Instant; request: RequestInfo }

/** Ends sessions of one's own: their rows go, and with the commit HTTP and live sockets fall silent everywhere. */
export async function endSessions(
  tx: Tx,
  type: 'account.signed-out' | 'account.session-ended',
  ending: Ending,
): Promise<number> {
  if (ending.sessionIds.length === 0) return 0
  const gone = await tx
    .deleteFrom('sessions')
    .where('id', 'in', ending.sessionIds)
    .where('person_id', '=', ending.person)
    .returning('id')
    .execute()
  for (const { id } of gone) {
    const event = { type, data: { personId: ending.person, sessionId: id } } satisfies AccountEvent
    await append(tx, { ...event, subject: { kind: 'person', id: ending.person }, actor: ending.person, at: ending.at })
    await audit(tx, { what: type, person: ending.person, actor: ending.person, at: ending.at, request: ending.request })
  }
  touch(tx, { endedSessions: gone.map(({ id }) => id) })
  return gone.length
}
