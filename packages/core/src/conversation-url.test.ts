import { expect, test } from 'vitest'
import { notificationDrafts } from './notifications/delivery/drafts-from-events.ts'
import { conversationUrl, type ConversationLocation, parseConversationUrl } from './conversation-url.ts'

/** Reads a path as the router hands it to a screen; the core itself has no URL API. */
function locationAt(path: string): ConversationLocation | undefined {
  const [, query = ''] = path.split('?', 2)
  const pairs = new Map(query.split('&').map((pair) => pair.split('=', 2).map(decodeURIComponent) as [string, string]))
  return parseConversationUrl({ get: (name) => pairs.get(name) ?? null })
}

test.each<ConversationLocation>([
  { id: '0198f0c2-6c1e-7d54-9a1b-3f6f0f1d2a30' },
  { id: '0198f0c2-6c1e-7d54-9a1b-3f6f0f1d2a30', atSeq: 41 },
  { id: 'a b&at=7' },
])('the URL built for %j is read as the same place', (location) => {
  const path = conversationUrl(location)
  expect(path.startsWith('/messages?')).toBe(true)
  expect(locationAt(path)).toEqual(location)
})

test.each(['message.sent to a member', 'a mention'])(
  'the link of the notification of %s leads to its conversation',
  (what) => {
    const mentions = what === 'a mention' ? ['bo'] : []
    const data = { conversationId: 'talk', projectId: null, messageId: 'm', seq: 3, by: 'ann', preview: 'Hi', mentions }
    // Sample data in place of branded ids.
    const drafts = notificationDrafts({ type: 'message.sent', data } as unknown as Parameters<
      typeof notificationDrafts
    >[0])
    expect(drafts).toHaveLength(mentions.length + 1)
    for (const draft of drafts) expect(locationAt(String(draft.data.actionUrl))).toEqual({ id: 'talk' })
  },
)

test('an address without a conversation, or with a position that is none, is not taken for one', () => {
  expect(locationAt('/messages')).toBeUndefined()
  expect(locationAt('/messages?conversation=')).toBeUndefined()
  expect(locationAt('/messages?conversation=talk&at=-1')).toEqual({ id: 'talk' })
  expect(locationAt('/messages?conversation=talk&at=soon')).toEqual({ id: 'talk' })
})
