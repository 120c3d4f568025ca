import { type Notification } from '@veranda/contract/notifications/schemas.ts'
import { expect, test } from 'vitest'
import { withWaitingWrites } from './waiting-writes.ts'

const listed = (['a', 'b', 'c'] as const).map((_id): Notification => ({
  _id,
  type: 'system',
  title: _id,
  message: '',
  createdAt: '2026-11-27T12:00:00Z',
  read: _id === 'c',
  sender: null,
  priority: 'medium',
  data: {},
}))
const shown = (...writes: Parameters<typeof withWaitingWrites>[1]) =>
  withWaitingWrites(listed, writes).map(
    ({ _id, read, isWaiting }) => `${_id}${read ? ' read' : ''}${isWaiting ? ' waits' : ''}`,
  )

test('a list is shown as it will be once what waits is sent, in its order', () => {
  expect(shown()).toEqual(['a', 'b', 'c read'])
  expect(shown({ action: 'read', id: 'a' })).toEqual(['a read waits', 'b', 'c read'])
  expect(shown({ action: 'read-all' })).toEqual(['a read waits', 'b read waits', 'c read'])
  expect(shown({ action: 'read-all' }, { action: 'unread', id: 'b' })).toEqual(['a read waits', 'b waits', 'c read'])
  expect(shown({ action: 'unread', id: 'c' }, { action: 'read-all' }).at(-1)).toBe('c read waits')
  expect(shown({ action: 'delete', id: 'b' })).toEqual(['a', 'c read'])
  expect(shown({ action: 'clear' })).toEqual([])
  // An undo of what was on its way.
  expect(shown({ action: 'clear' }, { action: 'restore', ids: ['a', 'b'] })).toEqual(['a', 'b'])
})
