import { listConversations } from '@veranda/contract/conversations/routes.ts'
import { listProjects } from '@veranda/contract/commissions/routes.ts'
import { openApiClient } from '../support/api-client.ts'
import { expect, test } from '../support/fixtures.ts'
import { matrixOnly } from '../support/scope.ts'
import { formatOutcome, faultPlan } from './delivery-outcome.ts'
import { runPlainSocketIo } from './plain-socketio-run.ts'
import { runVeranda } from './veranda-run.ts'

test(
  'no acknowledged message is lost, duplicated or reordered when the server is killed twice while messages are sent',
  matrixOnly,
  async ({ world }) => {
    test.setTimeout(300_000)
    const maya = await openApiClient(world.server.url, 'Maya')
    const { items: projects } = await maya.call(listProjects, { query: { q: 'Reading chair' } })
    const { items } = await maya.call(listConversations, { query: { projectId: projects[0]?.id ?? '' } })
    const conversation = items[0]
    if (!conversation) throw new Error('the reading chair project has no conversation')
    const others = await Promise.all(
      Array.from({ length: faultPlan.receivers }, (_, index) =>
        openApiClient(world.server.url, index % 2 === 0 ? 'Kenji' : 'Maya'),
      ),
    )
    const serverControls = {
      crash: () => world.server.crash(),
      restart: () => world.restart(),
      url: () => world.server.url,
    }
    const ours = await runVeranda(serverControls, { sender: maya, readers: others }, conversation.id, conversation.head)
    const plainSocketIo = await runPlainSocketIo()
    console.log(`${formatOutcome('Veranda', ours)}\n${formatOutcome('plain Socket.IO', plainSocketIo)}`)
    expect(ours).toEqual({
      sent: faultPlan.messages,
      acknowledged: faultPlan.messages,
      lost: 0,
      duplicated: 0,
      reordered: 0,
    })
    const stored = await world.rows<{ count: number; distinct: number }>(
      `select count(*)::int as count, count(distinct text)::int as distinct from messages where conversation_id = $1 and seq > $2`,
      [conversation.id, conversation.head],
    )
    expect(stored).toEqual([{ count: faultPlan.messages, distinct: faultPlan.messages }])
    // The comparison is only meaningful if plain Socket.IO loses messages under the same faults.
    expect(plainSocketIo.lost).toBeGreaterThan(0)
  },
)
